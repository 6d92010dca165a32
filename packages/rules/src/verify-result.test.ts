import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PublishedEntry } from './result-document.ts';
import { MAX_DIFFERENCES } from './result-report.ts';
import { CORRECTED, publishResult, type TestResult } from './testing/results.ts';
import { type ResultHashes, verifyResult } from './verify-result.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const HASHES: ResultHashes = {
  sha256: async (text) => sha256(text),
  computeGameKey: (id) => `key of ${id}`,
  computeRoot: (leaves) =>
    sha256(
      leaves
        .map(({ index, account, amount }) => `${index} ${account} ${amount}`)
        .sort()
        .join('\n'),
    ),
};
const GAME = { id: 'game', eligibility: 'ALL' } as const;

/** Publishes a result of 60 entries, changes it, and returns the fields that differ and the first entry. */
async function findDifferences(change: (result: TestResult) => void) {
  const result = await publishResult(60, GAME, HASHES);
  change(result);
  const report = await verifyResult(result.document, result.gameweeks, result.entries, HASHES);
  return {
    entry: report.firstEntry,
    fields: report.differences.map(({ ordinal, field }) =>
      ordinal === null ? field : `${ordinal} ${field}`,
    ),
  };
}

const findEntry = ({ entries }: TestResult, accept: (entry: PublishedEntry) => boolean) =>
  entries.find(accept)!;

describe('verification of a result', () => {
  it('a correct result has no differences', async () => {
    const { document, gameweeks, entries } = await publishResult(60, GAME, HASHES);
    const report = await verifyResult(document, gameweeks, entries, HASHES);
    expect(report).toMatchObject({ differences: [], count: 0, firstEntry: null, entries: 60 });
    expect(report.root).toBe(document.root);
    expect(report.total.toString()).toBe(document.pool);
  });

  it('the entries can be a stream', async () => {
    const { document, gameweeks, entries } = await publishResult(30, GAME, HASHES);
    async function* stream() {
      yield* entries;
    }
    expect((await verifyResult(document, gameweeks, stream(), HASHES)).count).toBe(0);
  });

  it('a result for stakers has no differences', async () => {
    const { document, gameweeks, entries } = await publishResult(
      60,
      { ...GAME, eligibility: 'STAKERS' },
      HASHES,
    );
    expect((await verifyResult(document, gameweeks, entries, HASHES)).differences).toEqual([]);
    entries[0]!.eligible = true;
    const report = await verifyResult(document, gameweeks, entries, HASHES);
    expect(report.differences).toContainEqual({
      ordinal: 1,
      field: 'eligible',
      published: 'true',
      computed: 'false',
    });
  });

  it.each(['points', 'earned'] as const)('other %s of an entry in a gameweek are found', async (field) => {
    const found = await findDifferences(({ entries }) => {
      entries[21]!.gameweeks = entries[21]!.gameweeks.map((each, index) =>
        index === 1 ? { ...each, [field]: each[field] + 1 } : each,
      );
    });
    expect(found).toEqual({ entry: 22, fields: [`22 gameweeks.6.${field}`] });
  });

  it('one changed point of a player is found', async () => {
    const found = await findDifferences(({ gameweeks: [gameweek] }) => {
      Object.assign(gameweek!.scores[2]!, { points: 4 });
    });
    expect(found.fields).toContain('gameweeks.5.digest');
    expect(found.fields).toContain('1 gameweeks.5.points');
  });

  it('a changed total is found', async () => {
    const found = await findDifferences(({ entries }) => {
      entries[4]!.gross += 1;
      entries[6]!.earned += 1;
    });
    expect(found.fields).toEqual(['5 gross', '7 earned']);
  });

  it('a changed captain is found', async () => {
    const found = await findDifferences(({ entries }) => {
      const [lineup] = entries[11]!.lineups;
      entries[11]!.lineups = [
        { ...lineup!, captain_id: lineup!.vice_captain_id, vice_captain_id: lineup!.captain_id },
      ];
    });
    expect(found.entry).toBe(12);
    expect(found.fields).toContain('12 gameweeks.5.points');
  });

  it('a lineup with a player who is not in the roster is found', async () => {
    const found = await findDifferences(({ entries }) => {
      const [lineup] = entries[11]!.lineups;
      entries[11]!.lineups = [{ ...lineup!, bench: [12, 13, 14, 99] }];
    });
    expect(found.entry).toBe(12);
    expect(found.fields).toContain('12 lineups.0');
  });

  it('one changed rank is found', async () => {
    const found = await findDifferences((result) => {
      const entry = findEntry(result, ({ rank }) => rank !== null && rank > 40);
      entry.rank! -= 1;
    });
    expect(found.fields).toHaveLength(1);
    expect(found.fields[0]).toMatch(/^\d+ rank$/);
  });

  it('one wei moved between two entries is found', async () => {
    const found = await findDifferences(({ entries }) => {
      const [a, b] = entries.filter(({ leaf }) => leaf !== null);
      a!.amount = (BigInt(a!.amount) + 1n).toString();
      b!.amount = (BigInt(b!.amount) - 1n).toString();
    });
    expect(found.fields).toHaveLength(2);
    expect(found.fields.every((field) => /^\d+ amount$/.test(field))).toBe(true);
  });

  it('a prize that is paid to another wallet changes the root', async () => {
    const found = await findDifferences((result) => {
      findEntry(result, ({ leaf }) => leaf !== null).wallet_address = `0x${'ee'.repeat(20)}`;
    });
    expect(found).toEqual({ entry: null, fields: ['root'] });
  });

  it('a leaf that two entries share is found', async () => {
    const found = await findDifferences(({ entries }) => {
      const [a, b] = entries.filter(({ leaf }) => leaf !== null);
      b!.leaf = a!.leaf;
    });
    expect(found.fields.filter((field) => field.endsWith('leaf'))).toHaveLength(1);
  });

  it('a changed coefficient is found', async () => {
    const found = await findDifferences(({ entries }) => {
      entries[3]!.coefficients = [{ at: 0, coefficient: 1250 }];
    });
    expect(found.entry).toBe(4);
    expect(found.fields).toContain('coefficients_digest');
    expect(found.fields).toContain('4 gameweeks.5.coefficient');
  });

  it('a removed correction is found', async () => {
    const found = await findDifferences(({ entries }) => {
      entries[CORRECTED - 1]!.corrections = [];
    });
    expect(found.fields).toContain(`${CORRECTED} gross`);
    expect(found.fields).toContain(`${CORRECTED} earned`);
  });

  it('a changed key of the game, table, pool, total or root is found', async () => {
    const found = await findDifferences(({ document }) => {
      document.table = document.table.map((row, index) =>
        index === 0 ? { ...row, amount: `${BigInt(row.amount) - 1n}` } : row,
      );
      document.pool = `${BigInt(document.pool) + 1n}`;
      document.total = `${BigInt(document.total) + 1n}`;
      document.root = '0x00';
      document.game_key = 'key of another game';
    });
    expect(found).toEqual({ entry: null, fields: ['game_key', 'pool', 'table', 'total', 'root'] });
  });

  it.each([
    ['another wallet', { wallet_address: `0x${'ee'.repeat(20)}` }],
    ['another rank', { rank: 2 }],
    ['other points', { earned_points: 999 }],
    ['another prize', { amount: '1' }],
  ])('a podium with %s is found', async (_, change) => {
    const found = await findDifferences(({ document }) => {
      document.podium = document.podium.map((winner, leaf) =>
        leaf === 0 ? { ...winner, ...change } : winner,
      );
    });
    expect(found).toEqual({ entry: null, fields: ['podium.0'] });
  });

  it('an exchanged, omitted or added winner of the podium is found', async () => {
    const exchange = ({ document }: TestResult) => {
      const [first, second, third] = document.podium;
      document.podium = [second!, first!, third!];
    };
    expect((await findDifferences(exchange)).fields).toEqual(['podium.0', 'podium.1']);
    const omit = ({ document }: TestResult) => {
      document.podium = document.podium.slice(0, 2);
    };
    expect((await findDifferences(omit)).fields).toEqual(['podium.2']);
    const add = ({ document }: TestResult) => {
      document.podium = [...document.podium, document.podium[2]!];
    };
    expect((await findDifferences(add)).fields).toEqual(['podium.3']);
  });

  it('an omitted entry is found', async () => {
    const found = await findDifferences(({ entries }) => {
      entries.splice(4, 1);
    });
    expect(found.entry).toBe(6);
    expect(found.fields).toContain('entries');
  });

  it('an omitted gameweek is found', async () => {
    const found = await findDifferences(({ document, gameweeks }) => {
      document.gameweeks = document.gameweeks.slice(1);
      gameweeks.splice(0, 1);
    });
    expect(found.fields.slice(0, 2)).toEqual(['gameweeks', 'football data']);
  });

  it('an excluded entry with a prize is found', async () => {
    const found = await findDifferences((result) => {
      findEntry(result, ({ unranked }) => unranked !== null).amount = '1';
    });
    expect(found).toEqual({ entry: 9, fields: ['9 amount'] });
  });

  it('a result of other rules is not compared', async () => {
    const check = findDifferences(({ document, entries }) => {
      document.rules_version = '0';
      entries[0]!.gross += 1;
    });
    await expect(check).rejects.toThrow('This result was computed with version 0 of the rules;');
  });

  it('a report lists at most the first differences and counts all', async () => {
    const { document, gameweeks, entries } = await publishResult(60, GAME, HASHES);
    for (const entry of entries) Object.assign(entry, { gross: -1, earned: -1 });
    const report = await verifyResult(document, gameweeks, entries, HASHES);
    expect(report.differences).toHaveLength(MAX_DIFFERENCES);
    expect(report).toMatchObject({ count: 120, firstEntry: 1 });
  });
});
