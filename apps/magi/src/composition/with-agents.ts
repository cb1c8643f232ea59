import { type Json, MergeWordingInput } from '@magi/contracts';
import type { AgentDesk } from './agent-desk.ts';
import type { EffectHandler, EffectHandlers } from './effect-runner.ts';
import type { RunSettings } from './run-settings.ts';
import { runSoFar } from './run-so-far.ts';

/** What work of agents needs beside their desk. */
export interface AgentWork {
  readonly settings: RunSettings;
  readonly stateDir: string;
  readonly scan: EffectHandler;
}

/** The kinds of work that agents take part in: scans, and the wording of what several of them found. */
export function withAgents(
  desk: AgentDesk,
  { settings, stateDir, scan }: AgentWork,
): EffectHandlers {
  const hasAgents = Object.keys(settings.config.agents ?? {}).length > 0;
  const open = async (run: string): Promise<void> => {
    if (hasAgents) await desk.open(() => runSoFar(stateDir, run));
  };
  return {
    scan: {
      async run(request, context) {
        await open(request.run);
        return scan.run(request, context);
      },
    },
    merge_wording: {
      async run({ run, input }, { signal }) {
        await open(run);
        return (await desk.mergeWording(MergeWordingInput.parse(input), signal)) as Json;
      },
    },
  };
}
