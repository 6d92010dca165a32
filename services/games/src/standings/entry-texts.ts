import { normaliseSearchText } from '@touchline/rules/search-text';
import { toWalletBytes } from '../games/wallet-bytes.ts';
import { addSpareCapacity, copyInto, createSharedBytes } from '../scoring/columns.ts';
import type { Pass } from '../scoring/pass.ts';
import { NameColumn } from './name-column.ts';
import { WalletColumn } from './wallet-column.ts';

const ID_BYTES = 16;

/** Texts of entries in the format of `batches.store.ts`. */
export interface PackedTexts {
  count: number;
  ids: Uint8Array;
  /** Concatenated bytes. */
  wallets: Uint8Array;
  /** Names separated by line ends. */
  names: Uint8Array;
}

/**
 * Ids, wallets and team names of a game's entries, by index. Stored as bytes, because every garbage collection would visit
 * each of the strings.
 */
export class EntryTexts {
  count = 0;
  /** Number of name changes. */
  renames = 0;
  private ids = createSharedBytes(0);
  private readonly wallets = new WalletColumn();
  private readonly names = new NameColumn();

  append(id: string, wallet: string, name: string): void {
    const ids = Buffer.from(id.replaceAll('-', ''), 'hex');
    this.appendAll({ count: 1, ids, wallets: toWalletBytes(wallet), names: Buffer.from(name) });
  }

  /** Appends entries from columns. */
  appendAll({ count, ids, wallets, names }: PackedTexts): void {
    const needed = this.count + count;
    if (needed * ID_BYTES > this.ids.length) this.reserve(addSpareCapacity(needed));
    this.ids.set(ids, this.count * ID_BYTES);
    this.wallets.appendAll(wallets);
    this.names.appendLines(names, count);
    this.count += count;
  }

  /** Changes an entry's team name. */
  rename(index: number, name: string): void {
    if (this.names.at(index) === name) return;
    this.names.set(index, name);
    this.renames += 1;
  }

  /** Returns the entry's id. */
  getId(index: number): string {
    const hex = this.ids.toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES);
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  getWallet(index: number): string {
    return this.wallets.at(index);
  }

  getName(index: number): string {
    return this.names.at(index);
  }

  /**
   * Returns four bytes of an entry's id, wallet text or lower-case name as a number; 0 after the end. Words compare like the
   * bytes.
   */
  getWord(index: number, text: 'id' | 'wallet' | 'name', word: number): number {
    if (text === 'wallet') return this.wallets.getWord(index, word);
    if (text === 'name') return this.names.getWord(index, word);
    return word < ID_BYTES / 4 ? this.ids.readUInt32BE(index * ID_BYTES + word * 4) : 0;
  }

  /** Finds the index of a wallet's entry; undefined when the wallet is not in the game. */
  findIndex(wallet: string): number | undefined {
    return this.wallets.findIndex(wallet);
  }

  /** Finds an entry by the wallet's bytes at an offset of a column. */
  findIndexByBytes(wallets: Buffer, from: number): number | undefined {
    return this.wallets.findIndexByBytes(wallets, from);
  }

  /** Returns 1 for each entry whose wallet or team name contains the text, ignoring case. */
  *search(text: string): Pass<Uint8Array> {
    const found = new Uint8Array(this.count);
    const wanted = normaliseSearchText(text);
    if (wanted === '') return found.fill(1);
    this.wallets.search(wanted, found);
    yield* this.names.search(wanted, found);
    return found;
  }

  /** Reserves capacity for entries and for the bytes of their names. */
  reserve(entries: number, nameBytes = 0): void {
    this.names.reserveBytes(nameBytes);
    this.ids = copyInto(this.ids, createSharedBytes(entries * ID_BYTES));
    this.wallets.reserve(entries);
    this.names.reserve(entries);
  }
}
