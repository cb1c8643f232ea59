import type { ComponentChildren, RefObject } from 'preact';

interface ScrollsProps {
  readonly class: string;
  /** What it holds, for those who reach it by keyboard. */
  readonly label: string;
  readonly children: ComponentChildren;
  readonly box?: RefObject<HTMLDivElement | null>;
}

/** A part of the page that scrolls, also by keyboard. */
export function Scrolls({ class: name, label, children, box }: ScrollsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields of a form
    <div
      class={`${name} scrolls`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard could not scroll here
      tabIndex={0}
      role="group"
      aria-label={`${label}, scrolls`}
      {...(box ? { ref: box } : {})}
    >
      {children}
    </div>
  );
}
