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
  /** Present in a loop. */
  readonly fix: EffectHandler | undefined;
}

/** The kinds of work that agents take part in: scans, fixes, and the wording of what several found. */
export function withAgents(
  desk: AgentDesk,
  { settings, stateDir, scan, fix }: AgentWork,
): EffectHandlers {
  const hasAgents = Object.keys(settings.config.agents ?? {}).length > 0;
  const open = async (run: string): Promise<void> => {
    if (hasAgents) await desk.open(() => runSoFar(stateDir, run));
  };
  const opened = (handler: EffectHandler): EffectHandler => ({
    ...handler,
    async run(request, context) {
      await open(request.run);
      return handler.run(request, context);
    },
  });
  return {
    scan: opened(scan),
    ...(fix !== undefined && { fix: opened(fix) }),
    merge_wording: {
      async run({ run, input }, { signal }) {
        await open(run);
        return (await desk.mergeWording(MergeWordingInput.parse(input), signal)) as Json;
      },
    },
  };
}
