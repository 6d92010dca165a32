import { ENTRY_NUMBERS, type EntryBatch, type EntryNumber } from '../standings.ts';
import { addSpareCapacity, createShared, lengthen, restore, toBuffer } from './memory.ts';
import { NameColumn } from './names.ts';
import { parseIntegers, parseTimes } from './packed.ts';
import { readWord, searchHex } from './texts.ts';
import { WalletColumn } from './wallets.ts';

const ID_BYTES = 16;
const BYTES_PER_TIME = 8;

/** Stored columns of a game's entries, by index. Texts are bytes, because every garbage collection would visit each string. */
export class EntryColumns {
  count = 0;
  joinedAt = createShared(Float64Array, 0);
  readonly numbers = Object.fromEntries(
    ENTRY_NUMBERS.map((name) => [name, createShared(Int32Array, 0)]),
  ) as Record<EntryNumber, Int32Array>;
  readonly wallets = new WalletColumn();
  readonly names = new NameColumn();
  private ids = createShared(Uint8Array, 0);

  /** Restores the methods of columns that another thread sent. */
  static restore(sent: EntryColumns): EntryColumns {
    return Object.assign(restore(EntryColumns, sent), {
      wallets: restore(WalletColumn, sent.wallets),
      names: restore(NameColumn, sent.names),
    });
  }

  append(batch: EntryBatch): void {
    const count = batch.joined_at.length / BYTES_PER_TIME;
    const needed = this.count + count;
    if (needed > this.joinedAt.length) this.reserve(addSpareCapacity(needed));
    this.ids.set(batch.id, this.count * ID_BYTES);
    this.wallets.append(batch.wallet);
    this.names.append(batch.team_name, count);
    this.joinedAt.set(parseTimes(batch.joined_at), this.count);
    for (const name of ENTRY_NUMBERS) {
      const values = parseIntegers(batch[name]);
      // Unwritten zeros take no memory.
      if (values.some(Boolean)) this.numbers[name].set(values, this.count);
    }
    this.count = needed;
  }

  getId(index: number): string {
    const hex = toBuffer(this.ids).toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES);
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }

  /** Returns a word of an id (see `readWord`). */
  getIdWord(index: number, word: number): number {
    return readWord(this.ids, index * ID_BYTES, (index + 1) * ID_BYTES, word);
  }

  /** Marks the entries whose id contains this lower-case text. */
  searchIds(wanted: string, found: Uint8Array): void {
    if (!/^[0-9a-f-]+$/.test(wanted)) return;
    const digits = wanted.replaceAll('-', '');
    const bytes = toBuffer(this.ids).subarray(0, this.count * ID_BYTES);
    if (digits === '') found.fill(1, 0, this.count);
    else searchHex(bytes, ID_BYTES, digits, found, (index) => this.getId(index).includes(wanted));
  }

  /** Reserves capacity for entries. */
  reserve(entries: number): void {
    this.ids = lengthen(this.ids, entries * ID_BYTES);
    this.wallets.reserve(entries);
    this.names.reserve(entries);
    this.joinedAt = lengthen(this.joinedAt, entries);
    for (const name of ENTRY_NUMBERS) this.numbers[name] = lengthen(this.numbers[name], entries);
  }
}
