import { fail, ok, type Result, type Severity } from '@magi/contracts';
import { z } from 'zod';

/*
 * The part of SARIF 2.1.0 that an import needs. Producers differ widely, so everything but the
 * skeleton is optional, and unknown members are legal.
 */
const Message = z.looseObject({ text: z.string().optional(), id: z.string().optional() });
const Artifact = z.looseObject({ uri: z.string().optional(), uriBaseId: z.string().optional() });
const Region = z.looseObject({
  startLine: z.int().optional(),
  endLine: z.int().optional(),
  snippet: z.looseObject({ text: z.string().optional() }).optional(),
});
const Location = z.looseObject({
  physicalLocation: z
    .looseObject({ artifactLocation: Artifact.optional(), region: Region.optional() })
    .optional(),
});
const Level = z.enum(['none', 'note', 'warning', 'error']);
const SarifResult = z.looseObject({
  ruleId: z.string().optional(),
  ruleIndex: z.int().optional(),
  kind: z.string().optional(),
  level: Level.optional(),
  message: Message,
  locations: z.array(Location).optional(),
  suppressions: z.array(z.looseObject({ status: z.string().optional() })).optional(),
  baselineState: z.string().optional(),
  properties: z.looseObject({}).optional(),
});
const Rule = z.looseObject({
  id: z.string(),
  defaultConfiguration: z.looseObject({ level: Level.optional() }).optional(),
  help: Message.optional(),
  messageStrings: z.record(z.string(), z.looseObject({ text: z.string() })).optional(),
});
const Run = z.looseObject({
  tool: z.looseObject({
    driver: z.looseObject({
      name: z.string(),
      version: z.string().optional(),
      semanticVersion: z.string().optional(),
      rules: z.array(Rule).optional(),
    }),
  }),
  invocations: z.array(z.looseObject({ executionSuccessful: z.boolean().optional() })).optional(),
  originalUriBaseIds: z.record(z.string(), Artifact).optional(),
  results: z.array(SarifResult).optional(),
});
const SarifLog = z.looseObject({ version: z.literal('2.1.0'), runs: z.array(Run) });

/** One result, reduced to what a finding needs. `file` is null where no place is given. */
export interface ImportedResult {
  readonly tool: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly suggestion?: string;
  readonly file: string | null;
  readonly line: number;
  readonly endLine?: number;
  readonly snippet?: string;
  readonly side?: 'base' | 'head';
  /** Check, symbol and reach that an export of magi itself put beside the result. */
  readonly check?: string;
  readonly symbol?: string;
  readonly diffLevel?: boolean;
}

/** What a SARIF log says. */
export interface ImportedLog {
  readonly tools: Readonly<Record<string, string>>;
  readonly results: readonly ImportedResult[];
  /** Rules that the tools know, whether or not they reported anything. */
  readonly rules: readonly string[];
  /** Tools that say of themselves that they did not succeed. */
  readonly failed: readonly string[];
}

export interface SarifFailure {
  readonly kind: 'not-sarif';
  readonly message: string;
}

/**
 * Reads a SARIF 2.1.0 log.
 *
 * Left out: suppressed results, results of the base only (`absent`), and kinds that report no
 * problem (`pass`, `notApplicable`, …). URIs are decoded and resolved against their base ids; what
 * lies outside of the repository has no place.
 */
export function readSarif(text: string): Result<ImportedLog, SarifFailure> {
  const parsed = SarifLog.safeParse(safeJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') || 'the document';
    return fail({ kind: 'not-sarif', message: `not SARIF 2.1.0: ${where}: ${issue?.message}` });
  }
  const { runs } = parsed.data;
  const drivers = runs.map(({ tool }) => tool.driver);
  return ok({
    tools: Object.fromEntries(
      drivers.map(({ name, semanticVersion, version }) => [
        name,
        semanticVersion ?? version ?? '?',
      ]),
    ),
    results: runs.flatMap(resultsOf),
    rules: [...new Set(drivers.flatMap(({ rules }) => (rules ?? []).map(({ id }) => id)))].sort(),
    failed: runs.flatMap(({ tool, invocations }) =>
      invocations?.some((it) => it.executionSuccessful === false) ? [tool.driver.name] : [],
    ),
  });
}

type SarifRun = z.infer<typeof Run>;

function resultsOf(run: SarifRun): readonly ImportedResult[] {
  return (run.results ?? []).filter(isProblem).map((result) => imported(result, run));
}

function isProblem({ kind, suppressions, baselineState }: z.infer<typeof SarifResult>): boolean {
  const isSuppressed = suppressions?.some(({ status }) => status !== 'rejected') ?? false;
  return (kind === undefined || kind === 'fail') && !isSuppressed && baselineState !== 'absent';
}

function imported(result: z.infer<typeof SarifResult>, run: SarifRun): ImportedResult {
  const { driver } = run.tool;
  const rule =
    driver.rules?.[result.ruleIndex ?? -1] ?? driver.rules?.find(({ id }) => id === result.ruleId);
  const place = result.locations?.[0]?.physicalLocation;
  const region = place?.region;
  const own = ownProperties(result.properties);
  const suggestion = own.suggestion ?? rule?.help?.text;
  return {
    tool: driver.name,
    rule: result.ruleId ?? rule?.id ?? 'unnamed',
    severity: own.severity ?? severityOf(result.level ?? rule?.defaultConfiguration?.level),
    message: own.message ?? messageOf(result.message, rule) ?? 'No message was given.',
    file: pathOf(place?.artifactLocation, run.originalUriBaseIds ?? {}),
    line: Math.max(1, region?.startLine ?? 1),
    ...(region?.endLine !== undefined && region.endLine >= 1 && { endLine: region.endLine }),
    ...(region?.snippet?.text !== undefined && { snippet: region.snippet.text }),
    ...(suggestion !== undefined && { suggestion }),
    ...(own.side !== undefined && { side: own.side }),
    ...(own.check !== undefined && { check: own.check }),
    ...(own.symbol !== undefined && { symbol: own.symbol }),
    ...(own.diffLevel && { diffLevel: true }),
  };
}

/** What an export of magi keeps in the property bag, so that a re-import is exact. */
const OwnProperties = z.looseObject({
  check: z
    .string()
    .nullish()
    .transform((value) => value ?? undefined),
  message: z.string().optional(),
  suggestion: z.string().optional(),
  severity: z.enum(['critical', 'warning', 'info']).optional(),
  side: z.enum(['base', 'head']).optional(),
  symbol: z.string().optional(),
  diffLevel: z.boolean().optional(),
});

function ownProperties(properties: unknown): Partial<z.infer<typeof OwnProperties>> {
  const parsed = OwnProperties.safeParse(properties ?? {});
  return parsed.success ? parsed.data : {};
}

function severityOf(level: z.infer<typeof Level> | undefined): Severity {
  if (level === 'error') return 'critical';
  return level === 'note' || level === 'none' ? 'info' : 'warning';
}

function messageOf(
  message: z.infer<typeof Message>,
  rule: z.infer<typeof Rule> | undefined,
): string | undefined {
  const text = message.text ?? rule?.messageStrings?.[message.id ?? '']?.text;
  return text?.trim() === '' ? undefined : text?.trim();
}

/** A path below the repository, or null for another scheme, an absolute path or one that leaves it. */
function pathOf(
  artifact: z.infer<typeof Artifact> | undefined,
  bases: Readonly<Record<string, z.infer<typeof Artifact>>>,
): string | null {
  if (artifact?.uri === undefined) return null;
  const base = bases[artifact.uriBaseId ?? '']?.uri ?? '';
  // A base that is itself a folder below the repository is kept; a root such as %SRCROOT% is not.
  const prefix = /^[a-z][a-z0-9+.-]*:|^\//i.test(base) ? '' : base;
  const uri = `${prefix}${artifact.uri}`.replace(/^\.\//, '');
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(uri)) return null;
  try {
    const path = decodeURIComponent(uri);
    return path.split('/').includes('..') || path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
