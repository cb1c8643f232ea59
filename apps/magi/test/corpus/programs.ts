import type { MagiConfig } from '@magi/contracts';
import type { Ground } from './ground.ts';

/** Shell functions that print SARIF: `problem RULE TEXT FILE LINE` and `report RESULTS`. */
const sarif = `
problem() {
  printf '{"ruleId":"%s","level":"error","message":{"text":"%s"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"%s"},"region":{"startLine":%s}}}]}' "$1" "$2" "$3" "$4"
}
report() {
  printf '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"marker"}},"results":[%s]}]}' "$1"
}
`;

/** Rejects unless the marker reads "fixed" at HEAD; leaves a line with its process and HEAD. */
const marker = `
echo "$$ $(git rev-parse HEAD)" >> "$trace"
if [ "$(git show HEAD:marker.txt)" = fixed ]; then report ''
else report "$(problem marker 'the marker is wrong' marker.txt 1)"; fi
`;

/**
 * Settings with one reviewer, a program that prints SARIF.
 *
 * @param script shell text that may use `problem`, `report`, `$outside` and `$trace`; default: the
 * marker must read "fixed"
 */
export function reviewer(
  ground: Ground,
  script: string = marker,
  { checks = { '*': 'marker_is_fixed' }, ...more }: MarkerSettings = {},
): string {
  const program = ground.program('reviewer', `${places(ground, 'reviews')}${sarif}${script}`);
  return ground.settings({
    sarif: [{ id: 'marker', command: program, checks }],
    ...more,
  });
}

/** Further settings, and the checks that the reviewer's rules belong to. */
type MarkerSettings = Partial<MagiConfig> & { readonly checks?: Readonly<Record<string, string>> };

/** The reviewer of the marker after some lines of shell of its own. */
export function markerReviewer(ground: Ground, first: string): string {
  return reviewer(ground, `${first}\n${marker}`);
}

/**
 * A fixer program; it leaves a line for each call, with its number in `$call`.
 *
 * @param script shell text, run in the attempt worktree; the work order is in `$MAGI_WORK_ORDER`
 */
export function fixer(ground: Ground, script = 'echo fixed > marker.txt'): string {
  const counting = 'echo "$$ $(pwd)" >> "$trace"\ncall=$(wc -l < "$trace" | tr -d " ")\n';
  return `command:${ground.program('fixer', `${places(ground, 'fixes')}${counting}${script}`)}`;
}

/** Arguments of a loop of seed 002 with one reviewer. */
export function loopWith(
  settings: string,
  fixedBy: string,
  ...more: readonly string[]
): readonly string[] {
  const panel = ['--config', settings, '--scanners', 'marker'];
  return ['run', '--json', '--protocol', 'review-fix-loop', ...panel, '--fixer', fixedBy, ...more];
}

/** A repair of the marker that waits, on one of its calls, until the test lets it go on. */
export function fixerThatHangsOn(ground: Ground, call: number, otherwise = ''): string {
  return fixer(
    ground,
    `
    ${otherwise}
    if [ "$call" = ${call} ]; then
      echo started >> "$outside/hanging"
      while [ -d "$outside" ] && [ ! -e "$outside/go" ]; do sleep 0.05; done
      exit 0
    fi
    echo fixed > marker.txt`,
  );
}

function places(ground: Ground, trace: string): string {
  return `outside='${ground.outside}'\nrepository='${ground.repository.dir}'\ntrace="$outside/${trace}"\n`;
}
