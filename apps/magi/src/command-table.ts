import type { CommandEntry } from './command-context.ts';

/** All commands, in the order of the help: work, look, debug, set up. */
export const commands: readonly CommandEntry[] = [
  { name: 'review', summary: 'review a change', load: () => import('./commands/review.ts') },
  {
    name: 'run',
    alias: 'loop',
    summary: 'review, mend and review again until it converges or a person is asked',
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'decide',
    summary: 'answer the question of a parked run',
    load: () => import('./commands/decide.ts'),
  },
  {
    name: 'resume',
    summary: 'finish a run that was cut off',
    load: () => import('./commands/resume.ts'),
  },
  {
    name: 'dismiss',
    summary: 'set a finding aside, with a reason, for this and later runs',
    load: () => import('./commands/dismiss.ts'),
  },
  {
    name: 'dismissals',
    summary: 'list what was dismissed, or take it back',
    load: () => import('./commands/dismissals.ts'),
  },
  { name: 'runs', summary: 'list runs, newest first', load: () => import('./commands/runs.ts') },
  {
    name: 'status',
    summary: 'show where a run stands',
    load: () => import('./commands/status.ts'),
  },
  { name: 'log', summary: 'show the entries of a run', load: () => import('./commands/log.ts') },
  {
    name: 'replay',
    summary: 'show the state after any entry',
    load: () => import('./commands/replay.ts'),
  },
  {
    name: 'explain',
    summary: 'say why: a step, a finding or a file',
    load: () => import('./commands/explain.ts'),
  },
  {
    name: 'inspect',
    summary: 'look at a run in the browser, live or recorded',
    load: () => import('./commands/inspect.ts'),
  },
  { name: 'graph', summary: 'draw the statecharts', load: () => import('./commands/graph.ts') },
  {
    name: 'fork',
    summary: 'start a new run from an entry of another',
    load: () => import('./commands/fork.ts'),
  },
  {
    name: 'what-if',
    summary: 'judge recorded reviews by other rules',
    load: () => import('./commands/what-if.ts'),
  },
  {
    name: 'train',
    summary: 'learn from recorded runs: scorecards, proposals, upgrades',
    load: () => import('./commands/train.ts'),
  },
  {
    name: 'test',
    summary: 'replay recorded runs as regression tests',
    load: () => import('./commands/test.ts'),
  },
  {
    name: 'migrate',
    summary: 'carry the log of an older version over to the newest',
    load: () => import('./commands/migrate.ts'),
  },
  { name: 'verify', summary: 'check the log of a run', load: () => import('./commands/verify.ts') },
  {
    name: 'export',
    summary: 'write the log of a run to a file',
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'import',
    summary: 'take in the log of a run from a file',
    load: () => import('./commands/import.ts'),
  },
  { name: 'gc', summary: 'remove old runs and debris', load: () => import('./commands/gc.ts') },
  {
    name: 'init',
    summary: 'write a starting configuration',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'agents',
    summary: 'list agents: configured, installed, whether they answer',
    load: () => import('./commands/agents.ts'),
  },
  { name: 'doctor', summary: 'check what magi needs', load: () => import('./commands/doctor.ts') },
  {
    name: 'completion',
    summary: 'print a completion script for bash, zsh or fish',
    load: () => import('./commands/completion.ts'),
  },
  {
    name: 'complete',
    summary: 'say what may come next on a command line',
    isHidden: true,
    load: () => import('./commands/complete.ts'),
  },
];
