/** Parsers of packed columns: concatenated big-endian values of a fixed length, as Postgres sends them. */

const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
const LOW_WORDS = 4_294_967_296;

/** Parses integers of four bytes. */
export const parseIntegers = (bytes: Buffer): Int32Array =>
  new Int32Array(copyAligned(bytes).swap32().buffer);

/** Parses unsigned integers of two bytes. */
export const parseShorts = (bytes: Buffer): Uint16Array =>
  new Uint16Array(copyAligned(bytes).swap16().buffer);

/** Parses timestamps, sent as microseconds since 2000, to epoch ms. */
export function parseTimes(bytes: Buffer): Float64Array {
  const words = parseIntegers(bytes);
  const times = new Float64Array(words.length / 2);
  for (let place = 0; place < times.length; place += 1) {
    const micros = words[2 * place]! * LOW_WORDS + (words[2 * place + 1]! >>> 0);
    times[place] = EPOCH_2000_MS + Math.floor(micros / 1_000);
  }
  return times;
}

/** Copies the bytes to an aligned buffer, which typed arrays require. */
function copyAligned(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.from(new ArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
