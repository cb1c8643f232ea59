import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly names: readonly Name[];
  readonly titles: Readonly<Record<Name, string>>;
  readonly chosen: Signal<Name>;
  readonly children: ComponentChildren;
  /** What stands behind the tabs, at the end of the line. */
  readonly extra?: ComponentChildren;
}

/** Tabs over one panel; arrow keys go from tab to tab. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, names, titles, chosen, children, extra } = props;
  const turn = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = names[(names.indexOf(chosen.value) + by + names.length) % names.length];
    if (next === undefined) return;
    chosen.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div class="tab-line">
        <div class="tabs" role="tablist" aria-label={label} onKeyDown={turn}>
          {names.map((name) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              class="tab"
              aria-selected={chosen.value === name}
              aria-controls={`panel-${label}`}
              tabIndex={chosen.value === name ? 0 : -1}
              onClick={() => {
                chosen.value = name;
              }}
            >
              {titles[name]}
            </button>
          ))}
        </div>
        {extra}
      </div>
      <div
        id={`panel-${label}`}
        class="panel"
        role="tabpanel"
        aria-labelledby={`tab-${chosen.value}`}
      >
        {children}
      </div>
    </>
  );
}
