import { normaliseSearchText } from '@touchline/rules/search-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runToEnd } from '../scoring/pass.ts';
import { EntryTexts } from './entry-texts.ts';

const hex = (count: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${count}}$`));
const name = fc.oneof(
  fc.constantFrom('Real Zagreb', 'FC ÄÖÜ', 'İstanbul', '⚽ United', 'ΣΟΦΟΣ', '\u212Aelvin'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => !text.includes('\n')),
);
const entry = fc.record({ id: fc.uuid(), wallet: hex(40).map((digits) => `0x${digits}`), name });
const entries = fc.uniqueArray(entry, { selector: (one) => one.wallet, maxLength: 150, size: 'max' });

/** Reads the bytes of a text from `getWord`, four at a time, padded with zeros. */
function words(texts: EntryTexts, index: number, text: 'wallet' | 'name'): Buffer {
  const bytes: number[] = [];
  for (let word = 0; ; word += 1) {
    const value = texts.getWord(index, text, word);
    if (value === 0) return Buffer.from(bytes);
    bytes.push(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
  }
}

function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

it('RANK-04 returns every id, wallet and name, and searches like a linear scan', () => {
  const search = fc.oneof(
    name,
    hex(2),
    fc.constantFrom('', 'x', '0X', '0', 'x0', '0xa', '\n', 'zagreb', 'äö', 'k', 'i'),
  );
  fc.assert(
    fc.property(entries, search, hex(40), (all, text, stranger) => {
      const texts = new EntryTexts();
      for (const { id, wallet, name } of all) texts.append(id, wallet, name);
      expect(texts.count).toBe(all.length);
      for (const [index, one] of all.entries()) {
        expect([texts.getId(index), texts.getWallet(index), texts.getName(index)]).toEqual([
          one.id,
          one.wallet,
          one.name,
        ]);
        expect(texts.findIndex(one.wallet)).toBe(index);
      }
      const known = all.findIndex((one) => one.wallet === `0x${stranger}`);
      expect(texts.findIndex(`0x${stranger}`)).toBe(known < 0 ? undefined : known);
      const inOrder = all.every(
        (one, index) =>
          words(texts, index, 'wallet').equals(bytesOf(one.wallet)) &&
          words(texts, index, 'name').equals(bytesOf(one.name.toLowerCase())),
      );
      expect(inOrder).toBe(true);
      const wanted = normaliseSearchText(text);
      const plain = (name: string) =>
        /^[ -~]*$/.test(name) ? name.toLowerCase() : normaliseSearchText(name);
      expect([...runToEnd(texts.search(text))]).toEqual(
        all.map((one) => (one.wallet.includes(wanted) || plain(one.name).includes(wanted) ? 1 : 0)),
      );
    }),
    { numRuns: 150 },
  );
});

it('names of the maximum length are stored and renamed', () => {
  const texts = new EntryTexts();
  const longest = '\u20AC'.repeat(60);
  for (const one of ['first', longest, 'last'])
    texts.append(
      `00000000-0000-4000-8000-00000000000${texts.count}`,
      `0x${`${texts.count}`.repeat(40)}`,
      one,
    );
  texts.rename(0, longest);
  expect([0, 1, 2].map((index) => texts.getName(index))).toEqual([longest, longest, 'last']);
});

it('a rename changes the name of one entry only', () => {
  const renames = fc.array(fc.record({ place: fc.nat(), name }), { maxLength: 5 });
  fc.assert(
    fc.property(entries, renames, (all, changes) => {
      const texts = new EntryTexts();
      for (const one of all) texts.append(one.id, one.wallet, one.name);
      const names = all.map((one) => one.name);
      for (const change of all.length > 0 ? changes : []) {
        texts.rename(change.place % all.length, change.name);
        names[change.place % all.length] = change.name;
      }
      expect(names.map((_, index) => texts.getName(index))).toEqual(names);
      const [first = ''] = names;
      const found = [...runToEnd(texts.search(first))];
      expect(found.length === 0 || found[0] === 1).toBe(true);
    }),
    { numRuns: 100 },
  );
});
