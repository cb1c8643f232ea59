import { memo } from 'preact/compat';
import type {
  Consensus,
  ConsensusCell,
  ConsensusRound,
  ConsensusRow,
  VoiceValue,
} from '../derive/consensus.ts';
import { shown, shownLine } from '../derive/shown.ts';
import { voiceSigns } from './voice-signs.ts';

interface ConsensusTableProps {
  readonly consensus: Consensus;
  /** Rounds before this one are left out. */
  readonly first: number;
  /** Rounds that show what every scanner said. */
  readonly unfolded: ReadonlySet<number>;
  readonly fold: (round: number) => void;
}

/** Checks by round; drawn again only when something in it has changed. */
export const ConsensusTable = memo(function ConsensusTable(props: ConsensusTableProps) {
  const { consensus, first, unfolded, fold } = props;
  const rounds = consensus.rounds.slice(first);
  return (
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
            <RoundHead
              key={round.round}
              round={round}
              isUnfolded={unfolded.has(round.round)}
              fold={fold}
            />
          ))}
        </tr>
        <tr>
          {rounds.map((round) => (
            <ScannerHeads key={round.round} round={round} isUnfolded={unfolded.has(round.round)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {consensus.rows.map((row) => (
          <tr key={row.check}>
            <CheckHead row={row} />
            {rounds.map((round, index) => (
              <RoundCells
                key={round.round}
                cell={row.cells[first + index]}
                round={round}
                isUnfolded={unfolded.has(round.round)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

interface RoundProps {
  readonly round: ConsensusRound;
  readonly isUnfolded: boolean;
}

const RoundHead = memo(function RoundHead({
  round,
  isUnfolded,
  fold,
}: RoundProps & { readonly fold: (round: number) => void }) {
  const { verdict } = round;
  return (
    <th
      scope="colgroup"
      colSpan={isUnfolded ? round.scanners.length + 1 : 1}
      class="column-head round-head begins-round"
    >
      <button
        type="button"
        class="fold"
        aria-expanded={isUnfolded}
        title={isUnfolded ? 'Hide the scanners' : 'Show the scanners'}
        onClick={() => fold(round.round)}
      >
        <span aria-hidden="true">{isUnfolded ? '▾' : '▸'}</span> Round {round.round}
      </button>{' '}
      {verdict ? <Verdict value={verdict} /> : '· open'}
    </th>
  );
});

function Verdict({ value }: { readonly value: string }) {
  const tone = value === 'ACCEPT' ? 'good' : value === 'REJECT' ? 'bad' : 'warn';
  return <span class={`badge small ${tone}`}>{value}</span>;
}

const ScannerHeads = memo(function ScannerHeads({ round, isUnfolded }: RoundProps) {
  return (
    <>
      <th scope="col" class="column-head below-head begins-round">
        merged
      </th>
      {isUnfolded &&
        round.scanners.map((scanner) => (
          <th key={scanner} scope="col" class="column-head below-head" title={shownLine(scanner)}>
            <span class="upright">{shownLine(scanner)}</span>
          </th>
        ))}
    </>
  );
});

function CheckHead({ row }: { readonly row: ConsensusRow }) {
  return (
    <th scope="row" class="row-head" title={shown(row.statement)}>
      <span class="check-name">{shownLine(row.check)}</span>
      {row.toggles > 0 && (
        <span class="toggles" title="How often the merged value changed">
          {row.toggles === 1 ? 'changed once' : `toggled ${row.toggles} times`}
        </span>
      )}
    </th>
  );
}

const RoundCells = memo(function RoundCells({
  cell,
  round,
  isUnfolded,
}: RoundProps & { readonly cell: ConsensusCell | undefined }) {
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
      {(isUnfolded ? round.scanners : []).map((scanner) => {
        const voice = cell?.voices[scanner] ?? null;
        return (
          <td key={scanner} class={`cell value-${voice ?? 'none'}`}>
            <Value value={voice} />
          </td>
        );
      })}
    </>
  );
});

function Value({ value }: { readonly value: VoiceValue | null }) {
  if (value === null) return <span class="sr-only">not asked</span>;
  const [sign, word] = voiceSigns[value];
  return (
    <span title={word}>
      <span aria-hidden="true">{sign}</span>
      <span class="sr-only">{word}</span>
    </span>
  );
}
