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

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || current < 0) return;
    const top = current * rowHeightPx;
    const { scrollTop, clientHeight } = element;
    const isInSight = top >= scrollTop && top + rowHeightPx <= scrollTop + clientHeight;
    if (isInSight) return;
    const isNear = Math.abs(top - scrollTop) < 2 * clientHeight;
    const below = top > scrollTop ? top + 2 * rowHeightPx - clientHeight : top - rowHeightPx;
    element.scrollTop = isNear ? below : top - clientHeight / 2;
    setView({ top: element.scrollTop, height: element.clientHeight });
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
