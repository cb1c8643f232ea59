export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'info';

/** A short fact; the label is for those who cannot see where it stands. */
export function Badge({
  tone,
  label,
  text,
}: {
  readonly tone: Tone;
  readonly label: string;
  readonly text: string;
}) {
  return (
    <span class={`badge ${tone}`} title={label}>
      <span class="sr-only">{label}: </span>
      {text}
    </span>
  );
}
