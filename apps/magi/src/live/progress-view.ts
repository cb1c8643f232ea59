import type { Entry } from '@magi/contracts';
import { sanitiseLine } from '@magi/contracts';
import { createPaint } from '@magi/reports';
import type { Terminal } from '../terminal.ts';
import { follow, noProgress, type Progress, type Task } from './progress.ts';

/** Shows a run on stderr while it goes on. */
export interface ProgressView {
  entry(entry: Entry): void;
  /** A line about the run as a whole, which stays as it is. */
  milestone(task: Task): void;
  /** A line for one running task that the log does not keep. */
  message(key: string, text: string): void;
  /** Leaves the final state on the screen and lets go of it. */
  close(): void;
}

const FRAME_MS = 100;

/** A redrawn block on a terminal that a person looks at, one plain line a transition elsewhere. */
export function createProgressView(terminal: Terminal, now: () => number): ProgressView {
  return terminal.isLive ? liveView(terminal, now) : plainView(terminal);
}

function plainView(terminal: Terminal): ProgressView {
  let progress = noProgress;
  return {
    entry(entry) {
      const before = progress;
      progress = follow(progress, entry);
      for (const [key, task] of progress) {
        const known = before.get(key);
        if (known === task || (known?.state === task.state && known.state === 'running')) continue;
        terminal.err(`${lineOf(task, task.endedAtMs)}\n`);
      }
    },
    milestone(task) {
      terminal.err(`${lineOf(task, null)}\n`);
    },
    message() {},
    close() {},
  };
}

function liveView(terminal: Terminal, now: () => number): ProgressView {
  const paint = createPaint(terminal.errColours);
  let progress = noProgress;
  let drawnLines = 0;
  const draw = (isLast = false): void => {
    const lines = [...progress.values()].map((task) => {
      const text = lineOf(task, isLast ? task.endedAtMs : (task.endedAtMs ?? now()));
      const short =
        text.length < terminal.columns ? text : `${text.slice(0, terminal.columns - 2)}…`;
      return task.state === 'running'
        ? short
        : task.state === 'done'
          ? paint.dim(short)
          : paint.yellow(short);
    });
    const up = drawnLines > 0 ? `\u001b[${drawnLines}A` : '';
    terminal.err(`${up}${lines.map((line) => `\u001b[2K${line}\n`).join('')}`);
    drawnLines = lines.length;
  };
  const timer = setInterval(draw, FRAME_MS);
  timer.unref();
  return {
    entry(entry) {
      progress = follow(progress, entry);
      draw();
    },
    milestone(task) {
      progress = new Map([...progress, [task.name, task]]);
      draw();
    },
    message(key, text) {
      progress = withMessage(progress, key, text);
    },
    close() {
      clearInterval(timer);
      draw(true);
    },
  };
}

function withMessage(progress: Progress, key: string, text: string): Progress {
  const task = progress.get(key);
  return task === undefined ? progress : new Map([...progress, [key, { ...task, text }]]);
}

const marks: Record<Task['state'], string> = { running: '·', done: '✔', failed: '✖' };

function lineOf(task: Task, endMs: number | null): string {
  const seconds = endMs === null ? '' : ` (${((endMs - task.startedAtMs) / 1000).toFixed(1)} s)`;
  return `${marks[task.state]} ${task.name.padEnd(12)} ${sanitiseLine(task.text)}${seconds}`;
}
