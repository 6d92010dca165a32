import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Limit of unsent bytes per stream. A slower stream is disconnected; its client reconnects and resumes. */
const MAX_UNSENT_BYTES = 32 * 1024;
/** Streams written before yielding to the event loop: each write is a system call. */
const STREAMS_PER_SLICE = 256;
/** Collects the messages that one goal causes, so that many streams receive them in one round. */
const GATHER_MS = 50;
/** Maximum pause after a round. The pause is as long as the round, which bounds the CPU time of a burst of messages. */
const MAX_REST_MS = 300;

/** Writes messages to every open stream, in rounds that do not block other requests. */
export function createFanOut() {
  const streams = new Set<ServerResponse>();
  let pending = '';
  let writing = false;

  async function writeRounds(): Promise<void> {
    writing = true;
    while (pending !== '') {
      if (streams.size > STREAMS_PER_SLICE) await setTimeout(GATHER_MS);
      const since = performance.now();
      const bytes = Buffer.from(pending);
      pending = '';
      const slices = sliceStreams([...streams]);
      for (const slice of slices) {
        for (const stream of slice) if (streams.has(stream)) write(stream, bytes);
        if (slice !== slices.at(-1)) await setImmediate();
      }
      if (slices.length > 1) await setTimeout(Math.min(performance.now() - since, MAX_REST_MS));
    }
    writing = false;
  }

  return {
    /** A stream that is added while a text is being written may also receive it. */
    add: (stream: ServerResponse) => void streams.add(stream),
    delete: (stream: ServerResponse) => void streams.delete(stream),
    get size() {
      return streams.size;
    },
    /** Texts that are sent together, or during a round, become one write per stream. */
    send(text: string) {
      pending += text;
      if (!writing) void writeRounds();
    },
    /** Ends all streams and discards unsent texts. */
    close() {
      pending = '';
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
}

const sliceStreams = (streams: readonly ServerResponse[]) =>
  Array.from({ length: Math.ceil(streams.length / STREAMS_PER_SLICE) }, (_, n) =>
    streams.slice(n * STREAMS_PER_SLICE, (n + 1) * STREAMS_PER_SLICE),
  );

/** Writes to the socket directly: the body has no framing, and the response would delay the write by a tick. */
function write(stream: ServerResponse, bytes: Buffer) {
  (stream.socket ?? stream).write(bytes);
  if (stream.writableLength > MAX_UNSENT_BYTES) stream.destroy();
}
