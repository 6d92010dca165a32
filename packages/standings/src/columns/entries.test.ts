import { normaliseSearchText } from '@touchline/rules/search-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildEntry } from '../testing/one-match.ts';
import { packEntries } from '../testing/pack.ts';
import { EntryColumns } from './entries.ts';
import { restore } from './memory.ts';
import { NameColumn } from './names.ts';

const hex = (count: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${count}}$`));
const name = fc.oneof(
  fc.constantFrom('Real Zagreb', 'FC ÄÖÜ', 'İstanbul', '⚽ United', 'ΣΟΦΟΣ', '\u212Aelvin', "Rock`n'Roll"),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => !text.includes('\n')),
);
const entry = fc.record({ id: fc.uuid(), wallet: hex(40).map((digits) => `0x${digits}`), team_name: name });
const entries = fc.uniqueArray(entry, { selector: (one) => one.wallet, maxLength: 150, size: 'max' });
type Texts = typeof entry extends fc.Arbitrary<infer T> ? T : never;

function createColumns(all: readonly Texts[]): EntryColumns {
  const columns = new EntryColumns();
  const half = all.length >> 1;
  for (const part of [all.slice(0, half), all.slice(half)])
    if (part.length > 0)
      columns.append(packEntries(part.map((texts) => ({ ...buildEntry(0, 0), ...texts }))));
  return columns;
}

/** Reads the bytes of a text from its words, three at a time, padded with zeros. */
function readWords(read: (word: number) => number): Buffer {
  const bytes: number[] = [];
  for (let word = 0; ; word += 1) {
    const value = read(word) - 1;
    if (value < 0) return Buffer.from(bytes);
    bytes.push(value >> 16, (value >> 8) & 255, value & 255);
  }
}

const pad = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((3 - (bytes.length % 3)) % 3)]);

it('RANK-04 every id, wallet and name is returned, and a search finds what a linear scan finds', () => {
  const search = fc.oneof(
    name,
    hex(2),
    fc.constantFrom('x', '0X', '0', 'x0', '0xa', '\n', 'zagreb', 'äö', 'k', 'i', '`', "'", 'K`N'),
  );
  fc.assert(
    fc.property(entries, search, hex(40), (all, text, stranger) => {
      const columns = createColumns(all);
      const { wallets, names } = columns;
      expect(all.map((_, index) => [columns.getId(index), wallets.at(index), names.at(index)])).toEqual(
        all.map(({ id, wallet, team_name }) => [id, wallet, team_name]),
      );
      expect(all.map(({ wallet }) => wallets.findIndex(wallet))).toEqual([...all.keys()]);
      const known = all.findIndex((one) => one.wallet === `0x${stranger}`);
      expect(wallets.findIndex(`0x${stranger}`)).toBe(known < 0 ? undefined : known);
      for (const [index, one] of all.entries()) {
        const wallet = Buffer.from(one.wallet.slice(2), 'hex');
        expect(readWords((word) => wallets.getWord(index, word))).toEqual(pad(wallet));
        const lower = Buffer.from(one.team_name.toLowerCase());
        expect(readWords((word) => names.getWord(index, word))).toEqual(pad(lower));
      }
      const wanted = normaliseSearchText(text);
      const found = new Uint8Array(all.length);
      wallets.search(wanted, found);
      names.search(wanted, found);
      expect([...found]).toEqual(
        all.map(({ wallet, team_name }) =>
          Number(wallet.includes(wanted) || normaliseSearchText(team_name).includes(wanted)),
        ),
      );
    }),
    { numRuns: 150 },
  );
});

it('a search for a part of an id finds what a linear scan finds', () => {
  fc.assert(
    fc.property(entries, fc.nat(), fc.nat(36), fc.nat(36), (all, place, from, to) => {
      const columns = createColumns(all);
      const wanted = all[place % Math.max(1, all.length)]?.id.slice(from, to) ?? '-';
      const found = new Uint8Array(all.length);
      columns.searchIds(wanted, found);
      expect([...found]).toEqual(all.map(({ id }) => Number(wanted !== '' && id.includes(wanted))));
    }),
  );
});

it('names of the maximum length are stored and renamed', () => {
  const longest = '\u20AC'.repeat(60);
  const { names } = createColumns(
    ['first', longest, 'last'].map((team_name, index) => ({ ...buildEntry(index, 0), team_name })),
  );
  names.set(0, longest);
  expect([0, 1, 2].map((index) => names.at(index))).toEqual([longest, longest, 'last']);
});

it('a rename changes the name of one entry only', () => {
  const renames = fc.array(fc.record({ place: fc.nat(), name }), { maxLength: 5 });
  fc.assert(
    fc.property(entries, renames, (all, changes) => {
      const { names } = createColumns(all);
      const expected = all.map((one) => one.team_name);
      for (const change of all.length > 0 ? changes : []) {
        names.set(change.place % all.length, change.name);
        expected[change.place % all.length] = change.name;
      }
      expect(expected.map((_, index) => names.at(index))).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

it('a rename does not change the names that a message to the other thread contains', () => {
  const previous = ['Kelvin', 'ÄÖÜ', 'last'];
  const { names } = createColumns(
    previous.map((team_name, index) => ({ ...buildEntry(index, 0), team_name })),
  );
  const sent = restore(NameColumn, structuredClone(names));
  const words = previous.map((_, index) => readWords((word) => names.getWord(index, word)));
  names.set(0, '\u20AC'.repeat(60));
  names.set(1, 'plain');
  expect(previous.map((_, index) => sent.at(index))).toEqual(previous);
  expect(previous.map((_, index) => readWords((word) => sent.getWord(index, word)))).toEqual(words);
  const found = new Uint8Array(3);
  for (const name of previous) sent.search(normaliseSearchText(name), found);
  expect([...found]).toEqual([1, 1, 1]);
});

it('a search finds an entry by its new name only', () => {
  const { names } = createColumns([{ ...buildEntry(0, 0), team_name: 'Old Name' }]);
  names.set(0, 'New Name');
  names.set(0, 'Third');
  const search = (text: string) => {
    const found = new Uint8Array(1);
    names.search(text, found);
    return found[0];
  };
  expect(['old', 'new', 'third'].map(search)).toEqual([0, 0, 1]);
  expect(readWords((word) => names.getWord(0, word))).toEqual(pad(Buffer.from('third')));
});
