import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** A stream with more unsent bytes is too slow: it is cut off, reconnects, and receives what it missed. */
const MAX_UNSENT_BYTES = 32 * 1024;
/** Streams that are written to before other work has its turn: a write is a system call of some ten microseconds. */
const STREAMS_PER_SLICE = 256;
/** The messages of one goal come within some hundredths of a second of each other: a crowd gets them in one round. */
const GATHER_MS = 50;
/** A round rests as long as it took, so that what a goal changes reaches a crowd in few rounds, but no longer than this. */
const MAX_REST_MS = 300;

/** Writes what is sent to every open stream, in rounds that other calls do not have to wait for. */
export interface FanOut {
  /** Streams that are added while a text is on its way may receive it, too. */
  add(stream: ServerResponse): void;
  delete(stream: ServerResponse): void;
  readonly size: number;
  /** What is sent together, or during a round, is one write to each stream. */
  send(text: string): void;
  /** Ends all streams; what has not reached them is not sent. */
  close(): void;
}

export function createFanOut(): FanOut {
  const streams = new Set<ServerResponse>();
  let waiting = '';
  let writing = false;

  async function writeRounds(): Promise<void> {
    writing = true;
    while (waiting !== '') {
      if (streams.size > STREAMS_PER_SLICE) await setTimeout(GATHER_MS);
      const since = performance.now();
      const bytes = Buffer.from(waiting);
      waiting = '';
      const pieces = slices([...streams]);
      for (const piece of pieces) {
        for (const stream of piece) if (streams.has(stream)) write(stream, bytes);
        if (piece !== pieces.at(-1)) await setImmediate();
      }
      if (pieces.length > 1) await setTimeout(Math.min(performance.now() - since, MAX_REST_MS));
    }
    writing = false;
  }

  return {
    add: (stream) => void streams.add(stream),
    delete: (stream) => void streams.delete(stream),
    get size() {
      return streams.size;
    },
    send(text) {
      waiting += text;
      if (!writing) void writeRounds();
    },
    close() {
      waiting = '';
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
}

const slices = (streams: readonly ServerResponse[]) =>
  Array.from({ length: Math.ceil(streams.length / STREAMS_PER_SLICE) }, (_, n) =>
    streams.slice(n * STREAMS_PER_SLICE, (n + 1) * STREAMS_PER_SLICE),
  );

/** Nothing is framed, so what follows the head goes to the socket itself: the response would hold it back for a tick. */
function write(stream: ServerResponse, bytes: Buffer) {
  (stream.socket ?? stream).write(bytes);
  if (stream.writableLength > MAX_UNSENT_BYTES) stream.destroy();
}
