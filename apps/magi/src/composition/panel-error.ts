import { MagiError } from '@magi/contracts';
import type { PanelFailure } from '@magi/scanners';
import { didYouMean } from './suggest.ts';

/** Says why there is no panel, and what to mend. */
export function panelError(failure: PanelFailure): MagiError {
  switch (failure.kind) {
    case 'broken-persona':
      return new MagiError(
        'MAGI_PANEL_PERSONA',
        `${failure.file}:${failure.line}:${failure.column}: ${failure.reason}`,
        {
          hint: 'A persona is JSON with role, mandate and checklist (docs/formats/persona-def.schema.json).',
          exitCode: 2,
        },
      );
    case 'unknown-agent':
      return new MagiError(
        'MAGI_PANEL_AGENT',
        `The reviewer "${failure.reviewer}" names the agent "${failure.agent}", or a persona, that does not exist.${didYouMean(failure.agent, failure.known)}`,
        {
          hint:
            failure.known.length === 0
              ? 'Describe the agent under "agents" in the configuration.'
              : `Agents in the configuration: ${failure.known.join(', ')}.`,
          exitCode: 2,
        },
      );
    case 'unknown-scanner':
      return new MagiError(
        'MAGI_PANEL_SCANNER',
        `There is no scanner "${failure.id}".${didYouMean(failure.id, failure.known)}`,
        { hint: `Known are ${failure.known.join(', ')}.`, exitCode: 2 },
      );
    case 'duplicate-scanner':
      return new MagiError(
        'MAGI_PANEL_DUPLICATE',
        `Two scanners go by the id "${failure.id}"; one of them would never be asked.`,
        {
          hint: 'Give the reviewer or the SARIF source of the configuration an "id" of its own.',
          exitCode: 2,
        },
      );
    case 'empty-panel':
      return new MagiError('MAGI_PANEL_EMPTY', `Nobody would review this: ${failure.reason}.`, {
        hint: 'Switch a scanner on, or name some with --scanners.',
        exitCode: 2,
      });
  }
}
