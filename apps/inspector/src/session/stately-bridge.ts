const INSPECTOR = 'https://stately.ai/inspect';

/**
 * Opens the inspector of stately.ai and tells it the whole run, then what comes.
 *
 * Nothing leaves this machine before its window has said that it listens, and then only to pages of
 * stately.ai.
 *
 * @returns false when the browser did not open the window
 */
export function openBridge(): boolean {
  const opened = open(INSPECTOR, 'magi-stately');
  if (!opened) return false;
  let stream: EventSource | null = null;
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== opened || !isStately(origin) || !saysConnected(data)) return;
    // A window that was loaded again needs all of it again.
    stream?.close();
    stream = new EventSource('stately');
    stream.addEventListener('message', (event) => {
      opened.postMessage(JSON.parse(event.data as string), origin);
    });
  });
  return true;
}

function isStately(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && (hostname === 'stately.ai' || hostname.endsWith('.stately.ai'));
}

function saysConnected(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === '@statelyai.connected'
  );
}
