import { describe, expect, it } from 'vitest';
import { publishResult, type TestResult } from './testing/results.ts';
import { verifyResult } from './verify-result.ts';

const HASHES = {
  sha256: async (text: string) => text,
  computeGameKey: (id: string) => id,
  computeRoot: (leaves: readonly object[]) => String(leaves.length),
};
const KICKOFF = '2026-09-01T12:00:00.000Z';

/** Changes a result of 60 entries and returns the differences that concern lock roots. */
async function verify(change: (result: TestResult) => void) {
  const result = await publishResult(60, { id: 'game', eligibility: 'ALL' }, HASHES);
  change(result);
  const report = await verifyResult(result.document, result.gameweeks, result.entries, HASHES);
  const differences = report.differences.filter(({ field }) => field.includes('lock_roots'));
  return { late: report.late, fields: differences.map(({ ordinal, field }) => [ordinal, field]) };
}

/** Leaves the last entry out of the root of the first kick-off. */
function leaveOut({ document }: TestResult, entry_fee = '0'): void {
  const [first, ...others] = document.lock_roots;
  document.lock_roots = [{ ...first!, entries: 59 }, ...others];
  document.game = { ...document.game, entry_fee };
}

describe('game rule 10.7: lock roots of a result', () => {
  it('a complete result has all lock roots, and all entries in them', async () => {
    expect(await verify(() => {})).toEqual({ late: 0, fields: [] });
  });

  it('a kick-off without a lock root is found, and a gameweek without a final one', async () => {
    const { fields } = await verify(({ document }) => {
      document.lock_roots = document.lock_roots.slice(1, 3);
    });
    expect(fields).toEqual([
      [null, `gameweeks.5.lock_roots.${KICKOFF}`],
      [null, 'gameweeks.6.lock_roots.final'],
    ]);
  });

  it('an entry that is added to a free game after a kick-off and claims to have joined before is found', async () => {
    expect(await verify(leaveOut)).toEqual({ late: 0, fields: [[60, `lock_roots.${KICKOFF}`]] });
  });

  it('an entry that joins a free game at a kick-off need not be in its lock root', async () => {
    const joinLate = (result: TestResult) => {
      leaveOut(result);
      result.entries[59]!.joined_at = Date.parse(KICKOFF);
    };
    expect(await verify(joinLate)).toEqual({ late: 0, fields: [] });
  });

  it('a paid entry that was confirmed after a lock root is counted and is no difference', async () => {
    expect(await verify((result) => leaveOut(result, '500'))).toEqual({ late: 1, fields: [] });
  });
});
