import type { Command } from '@commander-js/extra-typings';
import { sanitiseLine } from '@magi/contracts';
import { jsonDocument } from '@magi/reports';
import { type SurveyedAgent, surveyAgents } from '../agents/survey-agents.ts';
import type { CommandContext } from '../command-context.ts';
import { loadConfig } from '../composition/config/load-config.ts';
import { workingTreeFiles } from '../composition/trusted-files.ts';
import { findWorkspace } from '../composition/workspace.ts';
import { exitCodes } from '../exit-codes.ts';
import { table } from '../text/table.ts';

export function configure(command: Command, context: CommandContext): void {
  command
    .option('--ask', 'ask each configured agent one short question; this may cost money')
    .option('--json', 'print one JSON document')
    .action((flags) => run(context, flags));
}

async function run(
  context: CommandContext,
  { ask = false, json = false }: { readonly ask?: boolean; readonly json?: boolean },
): Promise<void> {
  const { repository } = await findWorkspace(context);
  const root = repository?.root ?? context.cwd;
  const { config, warnings } = await loadConfig(workingTreeFiles(root));
  for (const warning of warnings) context.terminal.err(`warning: ${warning}\n`);
  const { signal } = new AbortController();
  const agents = await surveyAgents({ config, env: context.env, signal, ask });
  const { out, err } = context.terminal;
  if (json) out(jsonDocument({ schemaVersion: 1, agents }));
  else {
    out(table([['AGENT', 'STATE', 'VERSION', 'KEY', 'ASKED BY', 'WHAT'], ...agents.map(cells)]));
    out(
      agents
        .filter(({ isConfigured }) => isConfigured)
        .flatMap(problemLines)
        .join(''),
    );
    err(agents.some(({ isConfigured }) => isConfigured) ? howToAsk(ask) : howToConfigure);
  }
  const isMissing = agents.some(({ usedBy, problem }) => usedBy.length > 0 && problem !== null);
  if (isMissing) context.setExitCode(exitCodes.agentMissing);
}

const howToConfigure =
  'None is configured; built-in scanners need none. To have one review: magi.config.json\n' +
  '  "agents": { "mine": { "kind": "command", "preset": "claude", "command": ["claude"] } },\n' +
  '  "reviewers": [{ "persona": "security", "agent": "mine" }]\n';

function howToAsk(wereAsked: boolean): string {
  return wereAsked ? '' : 'Whether they answer: magi agents --ask\n';
}

function cells(agent: SurveyedAgent): string[] {
  const { name, version, key, usedBy, what } = agent;
  const asked = usedBy.length > 0 ? usedBy.join(', ') : '-';
  return [name, stateOf(agent), version ?? '-', key ?? '-', asked, what].map(sanitiseLine);
}

function stateOf({ isConfigured, installed, answers, problem }: SurveyedAgent): string {
  if (answers === 'yes') return 'answers';
  if (answers === 'no') return 'does not answer';
  if (installed === false) return 'not installed';
  if (problem !== null) return isConfigured ? 'not ready' : 'installed, broken';
  return isConfigured ? 'ready' : 'installed, not configured';
}

function problemLines({ name, problem }: SurveyedAgent): string[] {
  return problem === null ? [] : [`\n${sanitiseLine(name)}: ${sanitiseLine(problem)}\n`];
}
