import {
  type ConsensusCell,
  type ConsensusRound,
  type ConsensusRow,
  consensusOf,
  type VoiceValue,
} from '../derive/consensus.ts';
import { runContext } from '../derive/run-context.ts';
import { shown, shownLine } from '../derive/shown.ts';
import { usePage } from '../model/page.ts';
import { Scrolls } from './scrolls.tsx';

/** What every scanner said to every check, round by round, and what was made of it. */
export function ConsensusView() {
  const { inspector } = usePage();
  const context = runContext(inspector.state.value);
  if (!context || (context.panel.length === 0 && context.history.length === 0)) {
    return (
      <p class="empty">Nobody has been asked yet. Checks appear here with the first review.</p>
    );
  }
  const { rounds, rows } = consensusOf(context);
  return (
    <Scrolls class="table-scroll" label="Consensus">
      <table class="consensus">
        <caption class="sr-only">
          Checks by round and scanner. Marked cells changed from the round before.
        </caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} class="column-head row-head">
              Check
            </th>
            {rounds.map((round) => (
              <th
                key={round.round}
                scope="colgroup"
                colSpan={round.scanners.length + 1}
                class="column-head round-head begins-round"
              >
                Round {round.round} {round.verdict ? <Verdict value={round.verdict} /> : '· open'}
                {round.attempt && <span class="quiet"> → {shownLine(round.attempt)}</span>}
              </th>
            ))}
          </tr>
          <tr>
            {rounds.map((round) => (
              <RoundHeads key={round.round} round={round} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CheckRow key={row.check} row={row} rounds={rounds} />
          ))}
        </tbody>
      </table>
      <Legend />
      {rounds.map((round) => (
        <RoundReasons key={round.round} round={round} />
      ))}
    </Scrolls>
  );
}

function Verdict({ value }: { readonly value: string }) {
  const tone = value === 'ACCEPT' ? 'good' : value === 'REJECT' ? 'bad' : 'warn';
  return <span class={`badge small ${tone}`}>{value}</span>;
}

function RoundHeads({ round }: { readonly round: ConsensusRound }) {
  return (
    <>
      <th scope="col" class="column-head below-head begins-round">
        merged
      </th>
      {round.scanners.map((scanner) => (
        <th key={scanner} scope="col" class="column-head below-head" title={shownLine(scanner)}>
          <span class="upright">{shownLine(scanner)}</span>
        </th>
      ))}
    </>
  );
}

function CheckRow({
  row,
  rounds,
}: {
  readonly row: ConsensusRow;
  readonly rounds: readonly ConsensusRound[];
}) {
  return (
    <tr>
      <th scope="row" class="row-head" title={shown(row.statement)}>
        <span class="check-name">{shownLine(row.check)}</span>
        {row.toggles > 0 && (
          <span class="toggles" title="How often the merged value changed">
            {row.toggles === 1 ? 'changed once' : `toggled ${row.toggles} times`}
          </span>
        )}
      </th>
      {rounds.map((round, index) => (
        <RoundCells key={round.round} cell={row.cells[index]} round={round} />
      ))}
    </tr>
  );
}

function RoundCells({
  cell,
  round,
}: {
  readonly cell: ConsensusCell | undefined;
  readonly round: ConsensusRound;
}) {
  const merged = cell?.merged ?? null;
  return (
    <>
      <td
        class={`cell merged begins-round value-${merged ?? 'none'}${cell?.isToggle ? ' toggle' : ''}`}
        title={shown(cell?.reason ?? '')}
      >
        <Value value={merged} />
        {cell?.isToggle && (
          <span class="toggle-sign">
            <span aria-hidden="true">⇄</span>
            <span class="sr-only">, changed from the round before</span>
          </span>
        )}
      </td>
      {round.scanners.map((scanner) => {
        const voice = cell?.voices[scanner] ?? null;
        return (
          <td key={scanner} class={`cell value-${voice ?? 'none'}`}>
            <Value value={voice} />
          </td>
        );
      })}
    </>
  );
}

const signs: Record<VoiceValue, readonly [sign: string, word: string]> = {
  true: ['✓', 'true'],
  false: ['✕', 'false'],
  not_evaluated: ['–', 'not evaluated'],
  missing: ['?', 'missing'],
  failed: ['!', 'scanner failed'],
};

function Value({ value }: { readonly value: VoiceValue | null }) {
  if (value === null) return <span class="sr-only">not asked</span>;
  const [sign, word] = signs[value];
  return (
    <span title={word}>
      <span aria-hidden="true">{sign}</span>
      <span class="sr-only">{word}</span>
    </span>
  );
}

function Legend() {
  return (
    <p class="legend quiet">
      {Object.values(signs).map(([sign, word]) => (
        <span key={word}>
          <b aria-hidden="true">{sign}</b> {word}
        </span>
      ))}
      <span>
        <b aria-hidden="true">⇄</b> changed from the round before
      </span>
    </p>
  );
}

function RoundReasons({ round }: { readonly round: ConsensusRound }) {
  if (round.reasons.length === 0 && round.signals.length === 0) return null;
  return (
    <section class="reasons">
      <h3>
        Round {round.round} <span class="quiet">merged by {shownLine(round.rule)}</span>
      </h3>
      <ul>
        {round.reasons.map((reason) => (
          <li key={reason} class="reason">
            {shown(reason)}
          </li>
        ))}
        {round.signals.map(({ detector, action, message }) => (
          <li key={detector + message} class="reason">
            <span class="badge small warn">
              {detector}: {action}
            </span>{' '}
            {shown(message)}
          </li>
        ))}
      </ul>
    </section>
  );
}
