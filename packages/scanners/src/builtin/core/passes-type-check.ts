import type { BuiltinCheck } from '../check.ts';

/** Compiler errors that the base does not have. Decided only where the program can be resolved. */
export const passesTypeCheck: BuiltinCheck = {
  id: 'passes_type_check',
  needsTypes: true,
  about: (source) => source.language === 'ts' || source.language === 'tsx',
  change: async (change) => {
    const answer = await change.tools.typed();
    if (!answer.ok) return { hits: [], notEvaluated: answer.why };
    const hits = [...answer.value].flatMap(([file, diagnostics]) =>
      diagnostics
        .filter((diagnostic) => /^typescript\/TS\d+$/.test(diagnostic.rule))
        .map((diagnostic) => ({
          rule: diagnostic.rule,
          severity: 'critical' as const,
          file,
          line: diagnostic.line,
          endLine: diagnostic.line,
          message: diagnostic.message,
          suggestion: 'Mend the type here, or the declaration that it contradicts.',
          diffLevel: true,
        })),
    );
    return { hits };
  },
};
