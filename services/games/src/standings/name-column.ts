import { searchable } from '@touchline/rules/search-text';
import { inBlocks, type Pass } from '../scoring/pass.ts';
import { grown, withRoom } from '../scoring/workspace.ts';

const [UPPER_A, UPPER_Z, CASE_BIT, NOT_ASCII] = [65, 90, 32, 128];

/**
 * Team names by index, one behind the other. Lower case is made when a search or an order asks for it: kept beside the names
 * it would take as much as they do.
 */
export class NameColumn {
  private count = 0;
  private bytes = Buffer.alloc(0);
  /** Where each name begins, and where the last one ends. */
  private starts = new Uint32Array(1);
  /** One bit per name that is not ASCII alone: its lower case may have another length. */
  private foreign = new Uint8Array(0);

  /** Appends names that stand one behind the other, with a line end after each but the last. */
  appendLines(lines: Uint8Array, count: number): void {
    this.reserveBytes(this.starts[this.count]! + lines.length);
    const { bytes, starts, foreign } = this;
    let at = starts[this.count]!;
    let name = this.count;
    for (let from = 0; from < lines.length; from += 1) {
      const byte = lines[from]!;
      if (byte === NEW_LINE) {
        name += 1;
        starts[name] = at;
        continue;
      }
      if (byte >= NOT_ASCII) foreign[name >> 3]! |= 1 << (name & 7);
      bytes[at] = byte;
      at += 1;
    }
    this.count += count;
    starts[this.count] = at;
  }

  at(index: number): string {
    return this.bytes.toString('utf8', this.starts[index]!, this.starts[index + 1]!);
  }

  /** Gives an entry another name: everything behind it moves. */
  set(index: number, name: string): void {
    const text = Buffer.from(name);
    const [from, to, end] = [this.starts[index]!, this.starts[index + 1]!, this.starts[this.count]!];
    const moved = from + text.length - to;
    this.reserveBytes(end + moved);
    this.bytes.copyWithin(to + moved, to, end);
    this.bytes.set(text, from);
    for (let next = index + 1; next <= this.count; next += 1) this.starts[next]! += moved;
    const bit = 1 << (index & 7);
    if (text.some((byte) => byte >= NOT_ASCII)) this.foreign[index >> 3]! |= bit;
    else this.foreign[index >> 3]! &= ~bit;
  }

  /** Four bytes of a name in lower case as a number, see `EntryTexts.wordOf`. */
  wordOf(index: number, word: number): number {
    const foreign = this.isForeign(index);
    const bytes = foreign ? Buffer.from(this.at(index).toLowerCase()) : this.bytes;
    const [start, end] = foreign ? [0, bytes.length] : [this.starts[index]!, this.starts[index + 1]!];
    let value = 0;
    for (let at = start + word * 4; at < start + word * 4 + 4; at += 1)
      value = value * 256 + (at < end ? lowerCase(bytes[at]!) : 0);
    return value;
  }

  /** Marks the names that contain this text, as `searchable` makes it and not empty; accents do not count. */
  *search(wanted: string, found: Uint8Array): Pass<void> {
    const ascii = Buffer.byteLength(wanted) === wanted.length;
    yield* inBlocks(this.count, (from, to) => {
      if (ascii) this.searchAscii(wanted, from, to, found);
      for (let index = from; index < to; index += 1)
        if (this.foreign[index >> 3] !== 0 && this.isForeign(index))
          found[index] = found[index]! | Number(searchable(this.at(index)).includes(wanted));
    });
  }

  /** Makes room for so many names. */
  reserve(capacity: number): void {
    this.starts = grown(this.starts, new Uint32Array(capacity + 1));
    this.foreign = grown(this.foreign, new Uint8Array((capacity >> 3) + 1));
  }

  reserveBytes(bytes: number): void {
    if (bytes > this.bytes.length) this.bytes = grown(this.bytes, Buffer.alloc(withRoom(bytes)));
  }

  /** Searches names that are ASCII alone; bytes of others are one character each here, so what they match does not count. */
  private searchAscii(wanted: string, first: number, last: number, found: Uint8Array): void {
    const base = this.starts[first]!;
    const texts = this.bytes.toString('latin1', base, this.starts[last]!).toLowerCase();
    let index = first;
    for (let at = texts.indexOf(wanted); at >= 0; ) {
      while (this.starts[index + 1]! <= base + at) index += 1;
      const end = this.starts[index + 1]!;
      const inside = base + at + wanted.length <= end;
      if (inside && !this.isForeign(index)) found[index] = 1;
      at = texts.indexOf(wanted, inside ? end - base : at + 1);
    }
  }

  private isForeign(index: number): boolean {
    return (this.foreign[index >> 3]! & (1 << (index & 7))) !== 0;
  }
}

const NEW_LINE = 10;

const lowerCase = (byte: number) => (byte >= UPPER_A && byte <= UPPER_Z ? byte | CASE_BIT : byte);
