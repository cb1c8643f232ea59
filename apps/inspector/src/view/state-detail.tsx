import type { Json } from '@magi/contracts';
import { actorAt } from '../derive/actors.ts';
import { shownLine } from '../derive/shown.ts';
import { usePage } from '../model/page.ts';
import { JsonTree } from './json-tree.tsx';

/** All that the chosen actor knows after the entry; what the entry changed is marked. */
export function StateDetail() {
  const { inspector } = usePage();
  const { actor, state, seq, reel } = inspector;
  const image = actorAt(state.value, actor.value);
  if (!image) {
    return <p class="empty">{shownLine(actor.value)} does not live at this entry.</p>;
  }
  const before = seq.value > 0 ? actorAt(reel.stateAt(seq.value - 1), actor.value) : null;
  return (
    <div class="detail-fill">
      <p class="quiet">
        {shownLine(actor.value)} after #{seq.value}
      </p>
      <JsonTree
        fills
        value={image as unknown as Json}
        name={actor.value}
        openTo={2}
        before={before as unknown as Json}
      />
    </div>
  );
}
