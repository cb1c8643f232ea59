import { copyText } from './clipboard.ts';
import { commandsFor } from './commands.ts';
import { details, type Inspector, views } from './inspector.ts';
import type { Page } from './page.ts';

/** A key, what it does, and how. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly what: string;
  readonly run: (page: Page) => void;
}

/** All keys of the page, in the order of the help. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['j', 'ArrowDown', 'ArrowRight'], what: 'Next entry', run: by(1) },
  { keys: ['k', 'ArrowUp', 'ArrowLeft'], what: 'Entry before', run: by(-1) },
  { keys: ['PageDown'], what: 'Ten entries on', run: by(10) },
  { keys: ['PageUp'], what: 'Ten entries back', run: by(-10) },
  { keys: ['g', 'Home'], what: 'First entry', run: ({ inspector }) => inspector.goTo(0) },
  {
    keys: ['G', 'End'],
    what: 'Last entry; follow a living run',
    run: ({ inspector }) => inspector.goToEnd(),
  },
  { keys: [' '], what: 'Play or pause', run: ({ playback }) => playback.toggle() },
  { keys: [']'], what: 'Next mark: round, trouble, person', run: toMark(1) },
  { keys: ['['], what: 'Mark before', run: toMark(-1) },
  { keys: ['n'], what: 'Next entry of the same type', run: toSameType(1) },
  { keys: ['N'], what: 'Entry of the same type before', run: toSameType(-1) },
  { keys: ['/'], what: 'Filter the entries', run: ({ focusFilter }) => focusFilter() },
  { keys: ['f'], what: 'Only entries of the chosen actor, or all', run: filterActor },
  {
    keys: ['1', '2', '3', '4'],
    what: 'Chart, messages, consensus, findings',
    run: () => undefined,
  },
  { keys: ['v'], what: 'Next view', run: ({ inspector }) => turn(views, inspector.view) },
  { keys: ['e'], what: 'Next detail', run: ({ inspector }) => turn(details, inspector.detail) },
  { keys: ['d'], what: 'Count differences from here, or from the entry before', run: pin },
  { keys: ['c'], what: 'Copy the fork command', run: copyFork },
  { keys: ['t'], what: 'Light, dark or as the system', run: ({ nextTheme }) => nextTheme() },
  { keys: ['?'], what: 'This help', run: ({ isHelpOpen }) => toggle(isHelpOpen) },
];

/** Does what a key stands for; says whether it stands for anything. */
export function pressKey(key: string, page: Page): boolean {
  const view = views[Number(key) - 1];
  if (/^[1-4]$/.test(key) && view !== undefined) {
    page.inspector.view.value = view;
    return true;
  }
  const shortcut = shortcuts.find(({ keys }) => keys.includes(key));
  shortcut?.run(page);
  return shortcut !== undefined;
}

function by(entries: number): Shortcut['run'] {
  return ({ inspector }) => inspector.step(entries);
}

function toMark(direction: 1 | -1): Shortcut['run'] {
  return ({ inspector }) => {
    const marked = new Set(inspector.marks.value.map(({ seq }) => seq));
    inspector.seek(direction, (seq) => marked.has(seq));
  };
}

function toSameType(direction: 1 | -1): Shortcut['run'] {
  return ({ inspector }) => {
    const type = inspector.frame.value?.type;
    inspector.seek(direction, (seq) => inspector.reel.head(seq).type === type);
  };
}

function filterActor({ inspector }: Page): void {
  const { filter, actor } = inspector;
  const isOn = filter.value.actor === actor.value;
  filter.value = { ...filter.value, actor: isOn ? '' : actor.value };
}

function pin({ inspector }: Page): void {
  const { base, seq, detail } = inspector;
  base.value = base.value === seq.value ? null : seq.value;
  detail.value = 'diff';
}

/** Copies the fork command and says so; where copying is not allowed, it shows the command. */
export function copyFork({ inspector, say }: Page): void {
  const { text } = commandsFor(inspector, inspector.seq.value).fork;
  void copyText(text).then((isCopied) => say(isCopied ? `Copied: ${text}` : text));
}

function turn<Name>(names: readonly Name[], chosen: { value: Name }): void {
  const next = names[(names.indexOf(chosen.value) + 1) % names.length];
  if (next !== undefined) chosen.value = next;
}

function toggle(flag: Inspector['isFollowing'] | { value: boolean }): void {
  (flag as { value: boolean }).value = !flag.value;
}
