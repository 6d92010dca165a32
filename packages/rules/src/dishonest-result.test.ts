import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { publishResult, type TestResult } from './testing/results.ts';
import { type ResultHashes, verifyResult } from './verify-result.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** Rejects the leaves that the tree of the prize vault rejects. */
const HASHES: ResultHashes = {
  sha256: async (text) => sha256(text),
  computeGameKey: (id) => `key of ${id}`,
  computeRoot: (leaves) => {
    const isLeaf = leaves.every(({ index, account }) => BigInt(index) >= 0n && BigInt(account) >= 0n);
    const indexes = new Set(leaves.map(({ index }) => index));
    if (!isLeaf || indexes.size < leaves.length) throw new RangeError('not a leaf');
    return sha256(leaves.map(({ index, account, amount }) => `${index} ${account} ${amount}`).join());
  },
};

const publish = () => publishResult(30, { id: 'game', eligibility: 'ALL' }, HASHES);
const verify = ({ document, gameweeks, entries }: TestResult) =>
  verifyResult(document, gameweeks, entries, HASHES);

async function findDifferences(change: (result: TestResult) => void): Promise<string[]> {
  const result = await publish();
  change(result);
  const { differences } = await verify(result);
  return differences.map(({ ordinal, field }) => (ordinal === null ? field : `${ordinal} ${field}`));
}

type Holder = Record<string, unknown>;

/** Finds every number in a value, by path. Of lists, it reads the first two items. */
function* findNumbers(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value === 'number') yield path;
  if (typeof value !== 'object' || value === null) return;
  const keys = Object.keys(value);
  for (const key of Array.isArray(value) ? keys.slice(0, 2) : keys)
    yield* findNumbers((value as Holder)[key], [...path, key]);
}

/** The parts of a result in which numbers are replaced; the first entry has a prize. */
const listParts = ({ document, gameweeks, entries }: TestResult) => ({
  document,
  gameweeks,
  entries: entries.filter(({ leaf }) => leaf !== null),
});
const PATHS = [...findNumbers(listParts(await publish()))].map((path) => [path.join('.'), path] as const);

it.each(PATHS)('game rule 8.14: any number as %s is checked without an error', async (_, path) => {
  for (const wrong of [0.5, -1, 1.5, 1e9, 1e300, -1e300]) {
    const result = await publish();
    const holder = path.slice(0, -1).reduce((each, key) => each[key] as Holder, listParts(result) as Holder);
    holder[path.at(-1)!] = wrong;
    await expect(verify(result)).resolves.toHaveProperty('count');
  }
});

it.each<[string, string, (result: TestResult) => void]>([
  ['a fraction of a prize', 'prizes', ({ document }) => Object.assign(document, { prizes: 6.5 })],
  ['a fraction of an entrant', 'entrants', ({ document }) => Object.assign(document, { entrants: 29.5 })],
  ['a fraction of a rank', '1 rank', ({ entries }) => Object.assign(entries[0]!, { rank: 1.5 })],
  [
    'an endless game',
    'game.last_gameweek',
    ({ document }) => Object.assign(document.game, { last_gameweek: 1e9 }),
  ],
])('game rule 8.14: %s is found', async (_, field, change) => {
  expect(await findDifferences(change)).toContain(field);
});

it.each<[string, string, (result: TestResult) => void]>([
  ['a fee', 'game.entry_fee', ({ document }) => Object.assign(document.game, { entry_fee: 'free' })],
  ['a guarantee', 'plan.guarantee', ({ document }) => Object.assign(document.plan, { guarantee: '' })],
  ['paid fees', 'paid_fees', ({ document }) => Object.assign(document, { paid_fees: '1e18' })],
  [
    'the amount of a row',
    'plan.rows.0.amount',
    ({ document }) => Object.assign(document.plan, { rows: [{ from: 1, to: 1, amount: 'all' }] }),
  ],
  [
    'the amount of a prize',
    'table.0.amount',
    ({ document }) => Object.assign(document.table[0]!, { amount: '0.5' }),
  ],
  ['a vault', 'vault', ({ document }) => Object.assign(document, { vault: '0xvault' })],
  ['a chain', 'chain_id', ({ document }) => Object.assign(document, { chain_id: 0.5 })],
])('game rule 8.14: a text that is not %s is the only difference', async (_, field, change) => {
  expect(await findDifferences(change)).toEqual([field]);
});

it.each<[string, string, (result: TestResult) => void]>([
  ['root', 'root', ({ document }) => Object.assign(document, { root: 'root' })],
  [
    'digest',
    'gameweeks.5.digest',
    ({ document }) => Object.assign(document.gameweeks[0]!, { digest: 'digest' }),
  ],
  [
    'digest of the coefficients',
    'coefficients_digest',
    ({ document }) => Object.assign(document, { coefficients_digest: '' }),
  ],
])('game rule 8.14: a text that is no %s is a difference', async (_, field, change) => {
  expect(await findDifferences(change)).toEqual([field]);
});

it('game rule 8.14: a wallet that is no address is found, and the root differs', async () => {
  let ordinal = 0;
  const found = await findDifferences(({ entries }) => {
    const winner = entries.find(({ leaf }) => leaf === 4)!;
    Object.assign(winner, { wallet_address: 'wallet' });
    ordinal = winner.ordinal;
  });
  expect(found).toEqual(['root', `${ordinal} wallet_address`]);
});

it('game rule 8.14: a fraction of a leaf is found', async () => {
  let ordinal = 0;
  const found = await findDifferences(({ entries }) => {
    const winner = entries.find(({ leaf }) => leaf === 1)!;
    Object.assign(winner, { leaf: 1.5 });
    ordinal = winner.ordinal;
  });
  expect(found).toContain(`${ordinal} leaf`);
});

it.each([
  ['outside of the game', 7],
  ['that is published before', 6],
])('game rule 8.14: points of an entry in a gameweek %s are found', async (_, gameweek) => {
  const found = await findDifferences(({ entries }) => {
    entries[4]!.gameweeks = [...entries[4]!.gameweeks, { ...entries[4]!.gameweeks[1]!, gameweek }];
  });
  expect(found).toEqual([`5 gameweeks.${gameweek}`]);
});

it('game rule 8.11: an entry of a paid game that is published as not eligible is found, also under ENTRANTS', async () => {
  const found = await findDifferences(({ document, entries }) => {
    document.plan = { ...document.plan, eligibility: 'ENTRANTS' };
    entries.find(({ rank }) => rank === 1)!.eligible = false;
  });
  expect(found[0]).toBe('plan.eligibility');
  expect(found.filter((field) => field.endsWith('eligible'))).toHaveLength(1);
});
