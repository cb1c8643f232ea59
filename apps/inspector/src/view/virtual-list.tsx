import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  readonly count: number;
  readonly rowHeightPx: number;
  /** Row to keep in sight when it changes; -1 for none. */
  readonly current: number;
  readonly row: (index: number) => ComponentChildren;
}

const ROWS_BEYOND = 8;

/** A list of rows of one height, of which only those in sight are in the document. */
export function VirtualList({ count, rowHeightPx, current, row, ...rest }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  // What was seen last, so that no step has to make the browser lay everything out at once.
  const seen = useRef(view);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = (top: number, height: number): void => {
      seen.current = { top, height };
      setView(seen.current);
    };
    const observer = new ResizeObserver(([entry]) => {
      if (entry) look(seen.current.top, entry.contentRect.height);
    });
    const onScroll = (): void => look(element.scrollTop, seen.current.height);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || current < 0) return;
    const { top, height } = seen.current;
    const at = current * rowHeightPx;
    const isInSight = at >= top && at + rowHeightPx <= top + height;
    if (isInSight) return;
    // Half a page at a time: stepping on scrolls seldom, and shows what comes next.
    const to = Math.max(0, at - height / 2);
    element.scrollTop = to;
    seen.current = { top: to, height };
    setView(seen.current);
  }, [current, rowHeightPx]);

  const first = Math.max(0, Math.floor(view.top / rowHeightPx) - ROWS_BEYOND);
  const end = Math.min(count, Math.ceil((view.top + view.height) / rowHeightPx) + ROWS_BEYOND);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, index) => row(first + index));
  return (
    <div {...rest} ref={box}>
      <div class="virtual" style={{ height: `${count * rowHeightPx}px` }} role="presentation">
        <div
          class="virtual-rows"
          style={{ transform: `translateY(${first * rowHeightPx}px)` }}
          role="presentation"
        >
          {rows}
        </div>
      </div>
    </div>
  );
}
