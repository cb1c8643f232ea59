import { runContext } from '../derive/run-context.ts';
import { shownLine } from '../derive/shown.ts';
import { commandsFor } from '../model/commands.ts';
import type { Inspector } from '../model/inspector.ts';
import { usePage } from '../model/page.ts';
import { copyFork } from '../model/shortcuts.ts';
import { Badge } from './badge.tsx';
import { StatelyBridge } from './stately-bridge.tsx';

/** Which run this is, how it stands at the entry looked at, and what can be done with it. */
export function Header() {
  const page = usePage();
  const { inspector, theme, isHelpOpen } = page;
  const context = runContext(inspector.state.value);
  const verdict = context?.history.at(-1)?.consolidation.verdict;
  const terminal = context?.terminal;
  const { fork } = commandsFor(inspector, Math.max(0, inspector.seq.value));
  return (
    <header class="header">
      <p class="brand">magi</p>
      <h1 class="run" title="Run">
        {shownLine(inspector.session.run)}
      </h1>
      {context && <Badge tone="plain" label="Protocol" text={context.input.protocol.id} />}
      {context && <Badge tone="plain" label="Round" text={`round ${context.round}`} />}
      {verdict && <Badge tone={toneOf(verdict)} label="Verdict" text={verdict} />}
      {terminal && (
        <Badge
          tone={terminal.outcome === 'converged' ? 'good' : 'warn'}
          label="Outcome"
          text={`${terminal.outcome}: ${shownLine(terminal.reason)}`}
        />
      )}
      {context?.question && <Badge tone="warn" label="Question" text={context.question.header} />}
      <span class="spacer" />
      <LiveMark liveness={inspector.liveness.value} isFollowing={inspector.isFollowing.value} />
      {inspector.session.isBridged && <StatelyBridge />}
      <button type="button" class="button" title={fork.text} onClick={() => copyFork(page)}>
        Copy fork command
      </button>
      <button type="button" class="button" onClick={page.nextTheme}>
        Colours: {theme.value}
      </button>
      <button
        type="button"
        class="button"
        aria-haspopup="dialog"
        onClick={() => {
          isHelpOpen.value = true;
        }}
      >
        Help
      </button>
    </header>
  );
}

function toneOf(verdict: string): 'good' | 'bad' | 'warn' {
  if (verdict === 'ACCEPT') return 'good';
  return verdict === 'REJECT' ? 'bad' : 'warn';
}

type Standing = Inspector['liveness']['value'];

const words: Record<Standing, string> = {
  loading: 'loading',
  running: 'running',
  waiting: 'nobody works on it',
  complete: 'recorded',
  disconnected: 'disconnected, trying again',
};

function LiveMark({
  liveness,
  isFollowing,
}: {
  readonly liveness: Standing;
  readonly isFollowing: boolean;
}) {
  const text = liveness === 'running' && isFollowing ? 'running, followed' : words[liveness];
  return (
    <span class={`live ${liveness}`} role="status">
      <span class="live-dot" aria-hidden="true" />
      {text}
    </span>
  );
}
