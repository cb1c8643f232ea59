import type { Inspector } from './inspector.ts';

/** A command line that goes on from what the page shows; the page itself never changes a run. */
export interface CommandLine {
  readonly label: string;
  readonly text: string;
}

/** The commands for an entry of a run. */
export function commandsFor(
  { session }: Inspector,
  seq: number,
): {
  readonly fork: CommandLine;
  readonly replay: CommandLine;
  readonly explain: CommandLine;
} {
  const run = quoted(session.run);
  return {
    fork: { label: 'Copy fork command', text: `magi fork ${run} --at ${seq}` },
    replay: { label: 'Copy replay command', text: `magi replay ${run} --at ${seq} --json` },
    explain: { label: 'Copy explain command', text: `magi explain ${run} ${seq}` },
  };
}

/** A run is named by whoever recorded it; a name must not become a command. */
function quoted(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
