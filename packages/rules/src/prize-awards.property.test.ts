import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awardPrizes, type RankedEntry } from './prize-awards.ts';
import { PRIZE_TEMPLATES, prizeTable } from './prize-table.ts';

/** A field in groups of tied entries, some of them ineligible. */
const field = fc
  .array(
    fc.array(fc.record({ joinedAt: fc.integer({ min: 0, max: 99 }), eligible: fc.boolean() }), {
      minLength: 1,
      maxLength: 9,
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((groups) => {
    const ranking: RankedEntry[] = [];
    for (const group of groups) {
      const rank = ranking.length + 1;
      ranking.push(...group.map((entry) => ({ ...entry, rank })));
    }
    return ranking;
  });

const wei = fc.oneof(fc.bigInt(1n, 3_000n), fc.bigInt(1n, 10n ** 30n));

/** Templates without rows of a plan. */
const template = fc.constantFrom(...PRIZE_TEMPLATES.filter((each) => each !== 'FIXED'));

/**
 * Asserts that ineligible entries get nothing, that tied entries differ by at most one wei, and that no entry gets more than an entry
 * of a better rank, except for the odd wei.
 */
function assertOrder(ranking: readonly RankedEntry[], prizes: readonly bigint[]): void {
  let above = { rank: 0, prize: prizes.reduce((sum, prize) => sum + prize, 0n) };
  for (const [index, { rank, eligible }] of ranking.entries()) {
    const prize = prizes[index]!;
    if (!eligible && prize > 0n) expect.fail(`the ineligible entry ${index} gets ${prize}`);
    if (!eligible) continue;
    if (prize > above.prize + 1n) expect.fail(`entry ${index} gets more than a better one`);
    if (above.rank === rank && prize < above.prize - 1n) expect.fail(`entry ${index} gets less than its tie`);
    if (above.rank !== rank || prize < above.prize) above = { rank, prize };
  }
}

describe('prize award properties', () => {
  it('any field with ties and ineligible entries conserves the pool to the wei and never favours a lower rank', () => {
    fc.assert(
      fc.property(
        field,
        template,
        wei,
        fc.option(fc.integer({ min: 1, max: 2_000 })),
        (ranking, name, pool, seats) => {
          const eligible = ranking.filter((entry) => entry.eligible).length;
          const table = prizeTable({ template: name, entrants: seats ?? eligible, pool, fee: pool / 500n });
          const prizes = awardPrizes(ranking, table);
          const total = prizes.reduce((sum, prize) => sum + prize, 0n);
          expect(total).toBe(eligible > 0 ? pool : 0n);
          assertOrder(ranking, prizes);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('2,000 fields of up to 3,000 entries with random ties conserve the pool', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 2_000; round++) {
      const entrants = 2 + random(round % 10 === 0 ? 2_999 : 300);
      const pool = BigInt(1 + random(1_000_000)) * 10n ** BigInt(random(19));
      const table = prizeTable({ template: 'TOP', entrants, pool, fee: pool / BigInt(entrants) });
      const ranking: RankedEntry[] = [];
      while (ranking.length < entrants) {
        const rank = ranking.length + 1;
        const tied = Math.min(entrants - ranking.length, 1 + random(1 + random(40)));
        for (let each = 0; each < tied; each++) ranking.push({ rank, joinedAt: random(9), eligible: true });
      }
      const total = awardPrizes(ranking, table).reduce((sum, prize) => sum + prize, 0n);
      if (total !== pool) expect.fail(`round ${round}: ${total} of ${pool}`);
    }
  });
});
