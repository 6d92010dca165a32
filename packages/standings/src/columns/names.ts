import { normaliseSearchText } from '@touchline/rules/search-text';
import { addSpareCapacity, createShared, lengthen, toBuffer } from './memory.ts';
import { readWord } from './texts.ts';

const [UPPER_A, UPPER_Z, CASE_BIT, BACKTICK, NOT_ASCII] = [65, 90, 32, 96, 128];

/** Team names by index, as concatenated bytes. Lower-case names are computed on demand; storing them would double the memory. */
export class NameColumn {
  private count = 0;
  private bytes = createShared(Uint8Array, 0);
  /** Offset of the end of each name. */
  private ends = createShared(Uint32Array, 0);
  /** Current names of renamed entries. Renames are rare. */
  private readonly renamed = new Map<number, string>();
  /** One bit per name that was changed, or with characters that a search normalises to more than their lower case. */
  private special = createShared(Uint8Array, 0);

  /** Appends names that are separated by line ends. The caller ensures capacity for their number. */
  append(lines: Uint8Array, count: number): void {
    let at = this.findStart(this.count);
    this.reserveBytes(at + lines.length);
    const { bytes, ends, special } = this;
    let name = this.count;
    for (let from = 0; from < lines.length; from += 1) {
      const byte = lines[from]!;
      if (byte === NEW_LINE) {
        ends[name] = at;
        name += 1;
        continue;
      }
      if (isSpecial(byte)) special[name >> 3]! |= 1 << (name & 7);
      bytes[at] = byte;
      at += 1;
    }
    this.count += count;
    if (count > 0) ends[name] = at;
  }

  at(index: number): string {
    const name = this.renamed.get(index);
    if (name !== undefined) return name;
    return toBuffer(this.bytes).toString('utf8', this.findStart(index), this.ends[index]);
  }

  /** Replaces a name. Keeps the bytes of the previous one, which the other thread may be reading. */
  set(index: number, name: string): void {
    this.renamed.set(index, name);
    this.special[index >> 3]! |= 1 << (index & 7);
  }

  /** Returns a word of the lower-case name (see `readWord`). */
  getWord(index: number, word: number): number {
    if (this.isSpecial(index)) {
      const text = Buffer.from(this.at(index).toLowerCase());
      return readWord(text, 0, text.length, word);
    }
    const value = readWord(this.bytes, this.findStart(index), this.ends[index]!, word);
    return value === 0 ? 0 : 1 + toLowerCaseWord(value - 1);
  }

  /** Marks the names that contain this text, ignoring case and accents. @param wanted result of `normaliseSearchText` */
  search(wanted: string, found: Uint8Array): void {
    const ascii = Buffer.byteLength(wanted) === wanted.length;
    for (let from = 0; from < this.count; from += BLOCK) {
      const to = Math.min(this.count, from + BLOCK);
      if (ascii) this.searchPlain(wanted, from, to, found);
      for (let index = from; index < to; index += 1)
        if (this.isSpecial(index) && normaliseSearchText(this.at(index)).includes(wanted)) found[index] = 1;
    }
  }

  /** Reserves capacity for names, of an estimated length. */
  reserve(capacity: number): void {
    this.reserveBytes(capacity * ESTIMATED_BYTES);
    this.ends = lengthen(this.ends, capacity);
    this.special = lengthen(this.special, (capacity >> 3) + 1);
  }

  private reserveBytes(bytes: number): void {
    if (bytes > this.bytes.length) this.bytes = lengthen(this.bytes, addSpareCapacity(bytes));
  }

  /** Searches names that are not special. Matches in others are ignored, because latin1 decodes each byte as a character. */
  private searchPlain(wanted: string, first: number, last: number, found: Uint8Array): void {
    const start = this.findStart(first);
    const texts = toBuffer(this.bytes).toString('latin1', start, this.findStart(last)).toLowerCase();
    let index = first;
    for (let at = texts.indexOf(wanted); at >= 0; ) {
      while (this.ends[index]! <= start + at) index += 1;
      const end = this.ends[index]! - start;
      const inside = at + wanted.length <= end;
      if (inside && !this.isSpecial(index)) found[index] = 1;
      at = texts.indexOf(wanted, inside ? end : at + 1);
    }
  }

  /** Returns the start of a name; for the index after the last name, the end of the last. */
  private findStart(index: number): number {
    return index === 0 ? 0 : this.ends[index - 1]!;
  }

  private isSpecial(index: number): boolean {
    return (this.special[index >> 3]! & (1 << (index & 7))) !== 0;
  }
}

const NEW_LINE = 10;
/** Unwritten memory costs nothing. */
const ESTIMATED_BYTES = 24;
/** Names per step of a search. */
const BLOCK = 1 << 15;

/** Returns true for bytes of non-ASCII characters, and for the backtick, which a search takes for an apostrophe. */
const isSpecial = (byte: number) => byte >= NOT_ASCII || byte === BACKTICK;

const toLowerCase = (byte: number) => (byte >= UPPER_A && byte <= UPPER_Z ? byte | CASE_BIT : byte);

const toLowerCaseWord = (word: number) =>
  (toLowerCase(word >> 16) << 16) | (toLowerCase((word >> 8) & 255) << 8) | toLowerCase(word & 255);
