import { createShared, lengthen, toBuffer } from './memory.ts';
import { readWord, searchHex } from './texts.ts';

const BYTES = 20;
const WORDS = BYTES / Int32Array.BYTES_PER_ELEMENT;
/** Slots per wallet; a fifth remain free when the column is full. */
const SLOTS_PER_WALLET = 1.25;
const HASH_RANGE = 2 ** 31;
const PREFIX = '0x';

/** Wallets by index as twenty bytes each, with a hash index (open addressing). */
export class WalletColumn {
  private count = 0;
  private words = createShared(Int32Array, 0);
  /** Index plus 1, 0 for a free slot. */
  private slots = createShared(Int32Array, 0);

  /** Appends wallets from concatenated bytes. The caller ensures capacity. */
  append(wallets: Uint8Array): void {
    this.bytes().set(wallets, this.count * BYTES);
    const from = this.count;
    this.count += wallets.length / BYTES;
    this.insert(from, this.count);
  }

  at(index: number): string {
    return PREFIX + this.bytes().toString('hex', index * BYTES, (index + 1) * BYTES);
  }

  /** Finds the index of a wallet; undefined when it is missing. */
  findIndex(wallet: string): number | undefined {
    const bytes = Buffer.from(wallet.slice(PREFIX.length), 'hex');
    const { slots, words } = this;
    if (bytes.length !== BYTES || slots.length === 0) return undefined;
    const wanted = new Int32Array(Uint8Array.from(bytes).buffer);
    for (let slot = firstSlot(wanted, 0, slots.length); ; slot = nextSlot(slot, slots.length)) {
      const index = slots[slot]! - 1;
      if (index < 0) return undefined;
      if (wanted.every((word, place) => words[index * WORDS + place] === word)) return index;
    }
  }

  /** Returns a word of a wallet (see `readWord`); bytes sort like their hexadecimal text. */
  getWord(index: number, word: number): number {
    return readWord(this.bytes(), index * BYTES, (index + 1) * BYTES, word);
  }

  /** Marks the wallets whose text contains this one. @param wanted non-empty lower-case text */
  search(wanted: string, found: Uint8Array): void {
    const [, prefix = '', digits] = /^(0?x)?([0-9a-f]+)$/.exec(wanted) ?? [];
    if (PREFIX.includes(wanted)) found.fill(1, 0, this.count);
    else if (digits)
      searchHex(
        this.bytes().subarray(0, this.count * BYTES),
        BYTES,
        digits,
        found,
        (_, place) => !prefix || place === 0,
      );
  }

  /** Reserves capacity for wallets and rebuilds the hash index. */
  reserve(capacity: number): void {
    this.words = lengthen(this.words, capacity * WORDS);
    this.slots = createShared(Int32Array, Math.ceil(capacity * SLOTS_PER_WALLET));
    this.insert(0, this.count);
  }

  private bytes(): Buffer {
    return toBuffer(new Uint8Array(this.words.buffer));
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
