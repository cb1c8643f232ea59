import { useCallback, useMemo, useState } from 'preact/hooks';
import { type Consensus, type ConsensusRound, consensusOf } from '../derive/consensus.ts';
import { runContext } from '../derive/run-context.ts';
import { shown, shownLine } from '../derive/shown.ts';
import { usePage } from '../model/page.ts';
import { ConsensusTable } from './consensus-table.tsx';
import { Scrolls } from './scrolls.tsx';
import { voiceSigns } from './voice-signs.ts';

/** So many rounds are shown unless somebody asks for all. */
const MOST_ROUNDS = 40;
/** The newest rounds show their scanners, up to so many columns. */
const MOST_COLUMNS = 48;

/** What every scanner said to every check, round by round, and what was made of it. */
export function ConsensusView() {
  const { inspector } = usePage();
  const context = runContext(inspector.state.value);
  const consensus = useMemo(
    () => (context ? consensusOf(context) : { rounds: [], rows: [] }),
    [context?.history, context?.panel, context?.reviews, context?.round],
  );
  if (consensus.rounds.length === 0) {
    return (
      <p class="empty">Nobody has been asked yet. Checks appear here with the first review.</p>
    );
  }
  return <Rounds consensus={consensus} />;
}

function Rounds({ consensus }: { readonly consensus: Consensus }) {
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const [isAll, setAll] = useState(false);
  const { rounds } = consensus;
  const first = isAll ? 0 : Math.max(0, rounds.length - MOST_ROUNDS);
  const unfolded = useMemo(() => unfoldedRounds(rounds, turned), [rounds, turned]);
  const fold = useCallback((round: number) => {
    setTurned((before) => {
      const next = new Set(before);
      if (!next.delete(round)) next.add(round);
      return next;
    });
  }, []);
  return (
    <Scrolls class="table-scroll" label="Consensus">
      {first > 0 && (
        <p class="legend">
          <button type="button" class="button small" onClick={() => setAll(true)}>
            Show the {first} rounds before
          </button>
        </p>
      )}
      <ConsensusTable consensus={consensus} first={first} unfolded={unfolded} fold={fold} />
      <Legend />
      {rounds
        .filter(({ round }) => unfolded.has(round))
        .map((round) => (
          <RoundReasons key={round.round} round={round} />
        ))}
    </Scrolls>
  );
}

/** The newest rounds, as far as they fit, and those that somebody unfolded; not those folded. */
function unfoldedRounds(
  rounds: readonly ConsensusRound[],
  turned: ReadonlySet<number>,
): ReadonlySet<number> {
  const unfolded = new Set<number>();
  let columns = 0;
  for (const { round, scanners } of [...rounds].reverse()) {
    columns += scanners.length + 1;
    const fits = columns <= MOST_COLUMNS || unfolded.size === 0;
    if (fits !== turned.has(round)) unfolded.add(round);
  }
  return unfolded;
}

function Legend() {
  return (
    <p class="legend quiet">
      {Object.values(voiceSigns).map(([sign, word]) => (
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
        Round {round.round}{' '}
        <span class="quiet">
          merged by {shownLine(round.rule)}
          {round.attempt && `, then ${shownLine(round.attempt)}`}
        </span>
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
