import { WALLET_BYTES as BYTES } from '../games/wallet-bytes.ts';
import { createShared, lengthen } from '../scoring/columns.ts';

const WORDS = BYTES / Int32Array.BYTES_PER_ELEMENT;
/** Slots per wallet; a fifth remain free when the column is full. */
const SLOTS_PER_WALLET = 1.25;
const HASH_RANGE = 2 ** 31;
const DIGITS = 2 * BYTES;
const PREFIX = '0x';
/** Wallets per step of a search. */
const BLOCK = 1 << 12;
/** Character codes of the text of a nibble. */
const HEX = Buffer.from('0123456789abcdef');
const [ZERO, X] = [48, 120];

/** Wallets by index as twenty bytes each, with a hash index (open addressing). */
export class WalletColumn {
  private count = 0;
  private words = createShared(Int32Array, 0);
  /** Byte view of `words`. */
  private bytes = Buffer.from(this.words.buffer);
  /** Index plus 1, 0 for a free slot. */
  private slots = createShared(Int32Array, 0);
  /** Buffer of the wallet to look up, as words and as bytes. */
  private readonly wantedWords = new Int32Array(WORDS);
  private readonly wanted = Buffer.from(this.wantedWords.buffer);

  /** Appends wallets from concatenated bytes. The caller ensures capacity. */
  appendAll(wallets: Uint8Array): void {
    this.bytes.set(wallets, this.count * BYTES);
    const from = this.count;
    this.count += wallets.length / BYTES;
    this.insert(from, this.count);
  }

  at(index: number): string {
    return PREFIX + this.bytes.toString('hex', index * BYTES, (index + 1) * BYTES);
  }

  /** Finds the index of a wallet; undefined when it is missing. */
  findIndex(wallet: string): number | undefined {
    const wanted = Buffer.from(wallet.slice(PREFIX.length), 'hex');
    return wanted.length === BYTES ? this.findIndexByBytes(wanted, 0) : undefined;
  }

  /** Finds the index of the wallet at an offset of a column. */
  findIndexByBytes(wallets: Buffer, from: number): number | undefined {
    const { slots } = this;
    const { length } = slots;
    if (length === 0) return undefined;
    for (let byte = 0; byte < BYTES; byte += 1) this.wanted[byte] = wallets[from + byte]!;
    for (
      let slot = firstSlot(this.wantedWords, 0, length);
      slots[slot] !== 0;
      slot = nextSlot(slot, length)
    ) {
      const index = slots[slot]! - 1;
      if (this.isWanted(index)) return index;
    }
    return undefined;
  }

  private isWanted(index: number): boolean {
    const { words, wantedWords } = this;
    for (let word = 0; word < WORDS; word += 1)
      if (words[index * WORDS + word] !== wantedWords[word]) return false;
    return true;
  }

  /** Returns four characters of a wallet's text as a number (see `EntryTexts.getWord`). */
  getWord(index: number, word: number): number {
    let value = 0;
    for (let place = word * 4; place < word * 4 + 4; place += 1)
      value = value * 256 + this.getCharacter(index, place);
    return value;
  }

  /** Marks the wallets whose text contains this one. @param wanted non-empty lower-case text */
  search(wanted: string, found: Uint8Array): void {
    if (PREFIX.includes(wanted)) found.fill(1, 0, this.count);
    else if (/^0?x[0-9a-f]+$/.test(wanted)) this.searchDigits(wanted.replace(/^0?x/, ''), found, true);
    else if (/^[0-9a-f]+$/.test(wanted)) this.searchDigits(wanted, found, false);
  }

  /** Reserves capacity for wallets and rebuilds the hash index. */
  reserve(capacity: number): void {
    this.words = lengthen(this.words, capacity * WORDS);
    this.bytes = Buffer.from(this.words.buffer);
    this.slots = createShared(Int32Array, Math.ceil(capacity * SLOTS_PER_WALLET));
    this.insert(0, this.count);
  }

  private searchDigits(wanted: string, found: Uint8Array, atStart: boolean): void {
    for (let first = 0; first < this.count; first += BLOCK) {
      const end = Math.min(this.count, first + BLOCK);
      const digits = this.bytes.toString('hex', first * BYTES, end * BYTES);
      for (let at = digits.indexOf(wanted); at >= 0; ) {
        const index = Math.floor(at / DIGITS);
        const place = at - index * DIGITS;
        const inside = atStart ? place === 0 : place + wanted.length <= DIGITS;
        if (inside) found[first + index] = 1;
        at = digits.indexOf(wanted, inside ? (index + 1) * DIGITS : at + 1);
      }
    }
  }

  private getCharacter(index: number, place: number): number {
    if (place < PREFIX.length) return place === 0 ? ZERO : X;
    const digit = place - PREFIX.length;
    if (digit >= DIGITS) return 0;
    const byte = this.bytes[index * BYTES + (digit >> 1)]!;
    return HEX[digit % 2 === 0 ? byte >> 4 : byte & 15]!;
  }

  private insert(from: number, to: number): void {
    const { slots, words } = this;
    for (let index = from; index < to; index += 1) {
      let slot = firstSlot(words, index * WORDS, slots.length);
      while (slots[slot] !== 0) slot = nextSlot(slot, slots.length);
      slots[slot] = index + 1;
    }
  }
}

/** Returns the next slot, wrapping around. */
const nextSlot = (slot: number, slots: number) => (slot + 1 === slots ? 0 : slot + 1);

/** Computes the first slot to probe. Works for any number of slots; powers of two could leave half of them unused. */
const firstSlot = (words: Int32Array, from: number, slots: number) =>
  Math.floor((hash(words, from) / HASH_RANGE) * slots);

/** Hashes a wallet four bytes at a time. Folds the upper bits of each product down, because they depend on all lower bits. */
function hash(words: Int32Array, from: number): number {
  let value = 0x811c9dc5;
  for (let word = from; word < from + WORDS; word += 1) {
    value = Math.imul(value ^ words[word]!, 0x85ebca6b);
    value ^= value >>> 15;
  }
  return value >>> 1;
}
