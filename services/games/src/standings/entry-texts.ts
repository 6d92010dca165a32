import { grown } from '../scoring/workspace.ts';

const ID_BYTES = 16;
const LINE_END = '\n';
const NEW_LINE = 10;
const WALLET_LENGTH = 42;

/** Entries as `batches.store.ts` reads them. */
interface PackedTexts {
  count: number;
  ids: Buffer;
  wallets: string;
  names: string;
}

/**
 * Ids, wallets and team names of a game's entries by index, kept as bytes: as strings a million entries are three million
 * objects, and every garbage collection visits each of them.
 */
export class EntryTexts {
  count = 0;
  /** How often a name has changed. */
  names = 0;
  private ids = new Uint8Array(0);
  /** Three lines per entry: wallet, team name, and the name in lower case for `search`. */
  private texts = Buffer.alloc(0);
  /** Where each entry's lines begin, and where the last ones end. */
  private starts = new Uint32Array(1);
  /** Hash table by wallet with open addressing: index plus 1, 0 for a free slot. */
  private slots = new Int32Array(0);

  append(id: string, wallet: string, name: string): void {
    const index = this.count;
    const lines = Buffer.from([wallet, name, name.toLowerCase(), ''].join(LINE_END));
    const start = this.starts[index]!;
    const end = start + lines.length;
    this.reserve(index + 1, end);
    this.ids.set(Buffer.from(id.replaceAll('-', ''), 'hex'), index * ID_BYTES);
    this.texts.set(lines, start);
    this.starts[index + 1] = end;
    this.count = index + 1;
    this.insert(index, wallet);
  }

  /** Adds entries from columns: ids and wallets one behind the other, names as lines. */
  appendAll({ count, ids, wallets, names }: PackedTexts): void {
    const lines = names.split(LINE_END);
    const bytes = count * (WALLET_LENGTH + 3) + 2 * Buffer.byteLength(names) + names.length;
    this.reserve(this.count + count, this.starts[this.count]! + bytes);
    this.ids.set(ids, this.count * ID_BYTES);
    for (let place = 0; place < count; place += 1) {
      const index = this.count;
      const wallet = wallets.slice(place * WALLET_LENGTH, (place + 1) * WALLET_LENGTH);
      const name = lines[place]!;
      const start = this.starts[index]!;
      const text = `${wallet}\n${name}\n${name.toLowerCase()}\n`;
      const end = start + Buffer.byteLength(text);
      this.reserve(index + 1, end);
      this.texts.write(text, start);
      this.starts[index + 1] = end;
      this.count = index + 1;
      this.insert(index, wallet);
    }
  }

  /** Gives an entry another team name: everything behind it moves. */
  rename(index: number, name: string): void {
    const [wallet, before] = [this.walletOf(index), this.nameOf(index)];
    if (before === name) return;
    const lines = Buffer.from([wallet, name, name.toLowerCase(), ''].join(LINE_END));
    const [from, to, end] = [this.starts[index]!, this.starts[index + 1]!, this.starts[this.count]!];
    const moved = from + lines.length - to;
    this.reserve(this.count, end + moved);
    this.texts.copyWithin(to + moved, to, end);
    this.texts.set(lines, from);
    for (let next = index + 1; next <= this.count; next += 1) this.starts[next]! += moved;
    this.names += 1;
  }

  /** Id of the participation. */
  idOf(index: number): string {
    const hex = Buffer.from(this.ids.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  walletOf(index: number): string {
    return this.line(index, 0);
  }

  nameOf(index: number): string {
    return this.line(index, 1);
  }

  /**
   * Four bytes of an entry's id, wallet or lower-case name, as a number: compared word by word they sort like the bytes.
   * 0 behind the end.
   */
  wordOf(index: number, text: 'id' | 'wallet' | 'name', word: number): number {
    if (text === 'id') return word < ID_BYTES / 4 ? wordAt(this.ids, index * ID_BYTES + word * 4) : 0;
    const start = this.starts[index]!;
    const from = text === 'wallet' ? start : this.lowerCaseFrom(start, this.starts[index + 1]!);
    const end = text === 'wallet' ? start + WALLET_LENGTH : this.starts[index + 1]! - 1;
    const at = from + word * 4;
    if (at + 4 <= end) return wordAt(this.texts, at);
    let value = 0;
    for (let byte = at; byte < at + 4; byte += 1) value = value * 256 + (byte < end ? this.texts[byte]! : 0);
    return value;
  }

  /** Index of a wallet's entry; undefined when it is not in the game. */
  indexOf(wallet: string): number | undefined {
    const mask = this.slots.length - 1;
    if (mask < 0) return undefined;
    for (let slot = hash(wallet) & mask; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const index = this.slots[slot]! - 1;
      if (this.walletOf(index) === wallet) return index;
    }
    return undefined;
  }

  /** 1 for each entry whose wallet or team name contains the text, ignoring case. */
  search(text: string): Uint8Array {
    const found = new Uint8Array(this.count);
    const wanted = text.toLowerCase();
    if (wanted.includes(LINE_END)) return found;
    const texts = this.texts.subarray(0, this.starts[this.count]);
    let at = wanted === '' ? -1 : texts.indexOf(wanted);
    for (let index = 0; at >= 0; at = texts.indexOf(wanted, this.starts[index + 1]!)) {
      index = this.indexAt(at, index);
      found[index] = 1;
    }
    return wanted === '' ? found.fill(1) : found;
  }

  /** The entry whose lines contain an offset, searched from index `from` on. */
  private indexAt(offset: number, from: number): number {
    let low = from;
    let high = Math.min(this.count, low + 1);
    // Often the next entry is the one.
    for (let step = 2; high < this.count && this.starts[high]! <= offset; step *= 2) {
      low = high;
      high = Math.min(this.count, high + step);
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Where the lower-case name of an entry begins: in the middle of both, unless lower case has another length. */
  private lowerCaseFrom(start: number, end: number): number {
    const names = start + WALLET_LENGTH + 1;
    const middle = names + ((end - names) >> 1);
    return this.texts[middle - 1] === NEW_LINE ? middle : this.texts.indexOf(NEW_LINE, names) + 1;
  }

  private line(index: number, line: 0 | 1): string {
    const lines = this.texts.toString('utf8', this.starts[index], this.starts[index + 1]);
    return lines.split(LINE_END, line + 1)[line] ?? '';
  }

  private insert(index: number, wallet: string): void {
    const mask = this.slots.length - 1;
    let slot = hash(wallet) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = index + 1;
  }

  /** Makes room; grows by an eighth, because doubling would leave half of the memory unused. */
  reserve(entries: number, bytes: number): void {
    if (bytes > this.texts.length)
      this.texts = grown(this.texts, Buffer.alloc(Math.max(4096, bytes + (bytes >> 3))));
    if (entries * ID_BYTES <= this.ids.length) return;
    const capacity = Math.max(64, entries + (entries >> 3));
    this.ids = grown(this.ids, new Uint8Array(capacity * ID_BYTES));
    this.starts = grown(this.starts, new Uint32Array(capacity + 1));
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(capacity * 1.4)));
    for (let index = 0; index < this.count; index += 1) this.insert(index, this.walletOf(index));
  }
}

const wordAt = (bytes: Uint8Array, at: number) =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;

/** FNV-1a; wallets are hexadecimal, so every character fits a byte. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 1;
}
