import { shownLine } from '../derive/shown.ts';
import { usePage } from '../model/page.ts';

/** A short notice, and for those who listen, the entry that was stepped to. */
export function Notice() {
  const { notice, inspector, playback } = usePage();
  const { frame, isFollowing, liveness } = inspector;
  const isMoving = playback.isPlaying.value || (isFollowing.value && liveness.value === 'running');
  const entry = frame.value;
  return (
    <>
      <p class={`notice${notice.value === '' ? '' : ' shown'}`} role="status">
        {shownLine(notice.value)}
      </p>
      <p class="sr-only" aria-live="polite">
        {!isMoving && entry
          ? `Entry ${entry.seq}: ${entry.type} ${shownLine(entry.actor)}. ${shownLine(entry.text)}`
          : ''}
      </p>
    </>
  );
}
