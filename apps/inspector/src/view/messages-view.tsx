import { conversationOf, eventName, HOST, type Message } from '../derive/messages.ts';
import { shownLine } from '../derive/shown.ts';
import type { Inspector } from '../model/inspector.ts';
import { usePage } from '../model/page.ts';
import { Scrolls } from './scrolls.tsx';
import { VirtualList } from './virtual-list.tsx';

const ROW_HEIGHT_PX = 30;
const LANE_WIDTH_PX = 132;
const GUTTER_PX = 56;
/** Entries around the one looked at whose messages are shown. */
const STRETCH = 400;

/** Who told whom, as a sequence diagram of the entries around the one looked at. */
export function MessagesView() {
  const { inspector } = usePage();
  const { from, to } = stretchAround(inspector);
  const frames = Array.from({ length: to - from }, (_, index) =>
    inspector.reel.frame(from + index),
  );
  const { lanes, messages } = conversationOf(frames, inspector.root);
  const current = messages.findIndex(({ seq }) => seq === inspector.seq.value);
  const nearest = current >= 0 ? current : lastBefore(messages, inspector.seq.value);
  const width = GUTTER_PX + lanes.length * LANE_WIDTH_PX;
  return (
    <div class="messages">
      <p class="quiet messages-note">
        Entries #{from} to #{to - 1}. An effect stands in the lane of the actor that asked for it.
      </p>
      <Scrolls class="lanes-scroll" label="Messages">
        <div class="lanes" style={{ width: `${width}px` }}>
          <div class="lane-heads" style={{ paddingLeft: `${GUTTER_PX}px` }}>
            {lanes.map((lane) => (
              <button
                key={lane}
                type="button"
                class="lane-head"
                style={{ width: `${LANE_WIDTH_PX}px` }}
                title={shownLine(lane)}
                disabled={lane === HOST}
                aria-current={inspector.actor.value === lane ? 'true' : undefined}
                onClick={() => inspector.selectActor(lane)}
              >
                {shownLine(lane.slice(lane.lastIndexOf('/') + 1))}
              </button>
            ))}
          </div>
          <VirtualList
            class="message-rows"
            role="group"
            aria-label="Messages"
            count={messages.length}
            rowHeightPx={ROW_HEIGHT_PX}
            current={nearest}
            row={(index) => (
              <MessageRow
                key={index}
                message={messages[index] as Message}
                lanes={lanes}
                width={width}
                isFirst={messages[index - 1]?.seq !== messages[index]?.seq}
              />
            )}
          />
        </div>
      </Scrolls>
    </div>
  );
}

function stretchAround({ seq, length }: Inspector): { readonly from: number; readonly to: number } {
  // In steps, so that the picture does not change with every entry.
  const middle = Math.round(Math.max(0, seq.value) / (STRETCH / 2)) * (STRETCH / 2);
  return {
    from: Math.max(0, middle - STRETCH / 2),
    to: Math.min(length.value, middle + STRETCH / 2 + 1),
  };
}

function lastBefore(messages: readonly Message[], seq: number): number {
  return messages.findLastIndex((message) => message.seq <= seq);
}

function MessageRow({
  message,
  lanes,
  width,
  isFirst,
}: {
  readonly message: Message;
  readonly lanes: readonly string[];
  readonly width: number;
  readonly isFirst: boolean;
}) {
  const { inspector } = usePage();
  const { seq, from, to, event, isRejected } = message;
  const isCurrent = inspector.seq.value === seq;
  const name = eventName(event);
  const x = (lane: string) => GUTTER_PX + (lanes.indexOf(lane) + 0.5) * LANE_WIDTH_PX;
  const [left, right] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))];
  return (
    <div class={`message${isCurrent ? ' current' : ''}`}>
      <button type="button" class="message-button" onClick={() => inspector.goTo(seq)}>
        <span class="sr-only">
          {`#${seq} ${name} from ${from} to ${to}${isRejected ? ', not taken' : ''}`}
        </span>
        <span class="message-seq" aria-hidden="true">
          {isFirst ? `#${seq}` : ''}
        </span>
        <svg width={width} height={ROW_HEIGHT_PX} aria-hidden="true">
          {lanes.map((lane) => (
            <line
              key={lane}
              class="lane-line"
              x1={x(lane)}
              x2={x(lane)}
              y1={0}
              y2={ROW_HEIGHT_PX}
            />
          ))}
          <line
            class={`message-line${isRejected ? ' rejected' : ''}`}
            x1={x(from)}
            x2={x(to) + (x(to) > x(from) ? -6 : 6)}
            y1={20}
            y2={20}
          />
          <path class="message-head" d={headAt(x(to), x(to) > x(from))} />
          <text class="message-name" x={(left + right) / 2} y={14}>
            {shownLine(isRejected ? `${name} (not taken)` : name)}
          </text>
        </svg>
      </button>
    </div>
  );
}

function headAt(x: number, isRightwards: boolean): string {
  const back = isRightwards ? -7 : 7;
  return `M${x} 20L${x + back} 16.5L${x + back} 23.5Z`;
}
