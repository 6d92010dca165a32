/** Functions on texts that are stored as concatenated bytes. */

const BYTES_PER_WORD = 3;
/** Values per step of a search. */
const BLOCK = 1 << 12;

/** Reads three bytes of a text as a number plus 1, so that words compare like the bytes; 0 after the end. */
export function readWord(bytes: Uint8Array, start: number, end: number, word: number): number {
  const at = start + word * BYTES_PER_WORD;
  if (at >= end) return 0;
  const second = at + 1 < end ? bytes[at + 1]! : 0;
  const third = at + 2 < end ? bytes[at + 2]! : 0;
  return 1 + (bytes[at]! << 16) + (second << 8) + third;
}

/**
 * Marks the values of a fixed size whose hexadecimal text contains these digits.
 * @param accept filters matches by index and by place of the first digit
 */
export function searchHex(
  bytes: Buffer,
  size: number,
  digits: string,
  found: Uint8Array,
  accept: (index: number, place: number) => boolean = () => true,
): void {
  const width = 2 * size;
  const count = Math.floor(bytes.length / size);
  for (let first = 0; first < count; first += BLOCK) {
    const end = Math.min(count, first + BLOCK);
    const text = bytes.toString('hex', first * size, end * size);
    for (let at = text.indexOf(digits); at >= 0; ) {
      const index = Math.floor(at / width);
      const place = at - index * width;
      const matches = place + digits.length <= width && accept(first + index, place);
      if (matches) found[first + index] = 1;
      at = text.indexOf(digits, matches ? (index + 1) * width : at + 1);
    }
  }
}
