import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** Fixed by RFC 6455: proves that the server speaks the protocol. */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x1;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;
/** Readers have nothing to say; whoever sends more than this is none. */
const LONGEST_MESSAGE_BYTES = 65_536;

/** A connection that texts are sent over. */
export interface TextSocket {
  /** Resolves when the reader takes more. */
  send(text: string): Promise<void>;
  close(): void;
  readonly closed: AbortSignal;
}

/**
 * Accepts a WebSocket connection for sending texts: answers pings and closing, ignores what readers
 * say.
 *
 * @param key the `Sec-WebSocket-Key` of the request
 */
export function acceptWebSocket(socket: Duplex, key: string): TextSocket {
  const closed = new AbortController();
  let received = Buffer.alloc(0);
  const accept = createHash('sha1')
    .update(key + HANDSHAKE)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );

  function end(): void {
    if (closed.signal.aborted) return;
    closed.abort();
    if (socket.writable) socket.end(frame(CLOSE, Buffer.alloc(0)));
  }

  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let taken = takeFrame(received); taken; taken = takeFrame(received)) {
      received = received.subarray(taken.bytes);
      if (taken.opcode === PING) socket.write(frame(PONG, taken.payload));
      if (taken.opcode === CLOSE) end();
    }
    if (received.length > LONGEST_MESSAGE_BYTES) socket.destroy();
  });
  socket.on('error', end);
  socket.on('close', end);
  socket.on('end', end);

  return {
    closed: closed.signal,
    close: end,
    async send(text) {
      if (closed.signal.aborted) return;
      if (socket.write(frame(TEXT, Buffer.from(text)))) return;
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve);
        closed.signal.addEventListener('abort', () => resolve(), { once: true });
      });
    },
  };
}

/** A whole message in one frame, unmasked as servers send it. */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const first = 0x80 | opcode;
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = first;
  if (length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

/** The first frame of what has been received; null while it is not complete. */
function takeFrame(
  data: Buffer,
): { readonly opcode: number; readonly payload: Buffer; readonly bytes: number } | null {
  if (data.length < 2) return null;
  const opcode = (data[0] ?? 0) & 0x0f;
  const isMasked = ((data[1] ?? 0) & 0x80) !== 0;
  let length = (data[1] ?? 0) & 0x7f;
  let at = 2;
  if (length === 126) {
    if (data.length < 4) return null;
    length = data.readUInt16BE(2);
    at = 4;
  } else if (length === 127) {
    if (data.length < 10) return null;
    length = Number(data.readBigUInt64BE(2));
    at = 10;
  }
  const mask = isMasked ? data.subarray(at, at + 4) : null;
  if (mask) at += 4;
  if (data.length < at + length) return null;
  const payload = Buffer.from(data.subarray(at, at + length));
  if (mask) for (let i = 0; i < length; i += 1) payload[i] = (payload[i] ?? 0) ^ (mask[i % 4] ?? 0);
  return { opcode, payload, bytes: at + length };
}
