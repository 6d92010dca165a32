/** Columns as Postgres packs them: values of a fixed length one behind the other, the highest byte first. */

const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
const LOW_WORDS = 4_294_967_296;

/** Integers of four bytes. */
export const parseIntegers = (sent: Buffer): Int32Array => new Int32Array(copyAligned(sent).swap32().buffer);

/** Numbers of two bytes. */
export const parseShorts = (sent: Buffer): Uint16Array => new Uint16Array(copyAligned(sent).swap16().buffer);

/** Numbers of eight bytes. */
export const parseDoubles = (sent: Buffer): Float64Array => new Float64Array(copyAligned(sent).swap64().buffer);

/** Times as epoch ms; they are sent as microseconds since 2000. */
export function parseTimes(sent: Buffer): Float64Array {
  const words = parseIntegers(sent);
  const times = new Float64Array(words.length / 2);
  for (let place = 0; place < times.length; place += 1) {
    const micros = words[2 * place]! * LOW_WORDS + (words[2 * place + 1]! >>> 0);
    times[place] = EPOCH_2000_MS + Math.floor(micros / 1_000);
  }
  return times;
}

/** Begins where any number may begin, as what was sent need not. */
function copyAligned(sent: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.from(new ArrayBuffer(sent.length));
  copy.set(sent);
  return copy;
}
