import { join } from 'node:path';
import { myParticipations } from '@touchline/api/http/entries';
import { createStake } from '@touchline/api/http/staking';
import { footballAbi } from '@touchline/contracts/abi';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import type { Product } from '@touchline/local-stack/product';
import { DEMO_SEASON, readArchive } from '@touchline/season-replay/archive/archive-reader';
import { findRecordedSeason } from '@touchline/season-replay/testing/seasons';
import { createWalletClient, http, parseEther } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { readExpected } from './expected.ts';
import { plannedLineup, squadOf } from './lineup-plan.ts';
import { seasonGame, withSeason } from './product.ts';
import { expectedFrom } from './recount.ts';
import { joinSeasonGame, type SeasonGameTeam } from './season-game.ts';

const recorded = findRecordedSeason();
const seasons = [
  { name: 'the demo season', archiveDir: DEMO_SEASON },
  ...(recorded === null ? [] : [{ name: 'the recorded season', archiveDir: recorded }]),
];
/** The late team joins after this gameweek. */
const MISSED = 2;
/** It stakes after this gameweek. */
const UNSTAKED = 6;
const LAST = 12;

describe.each(seasons)('a whole season game of $name', ({ archiveDir }) => {
  it('MYTEAM-05 VIEW-03 API-27 entry, current and earned points are those counted from the rows, with an edit before every gameweek', {
    timeout: 180_000,
  }, async () => {
    const archive = await readArchive(archiveDir);
    const [expected] =
      archiveDir === DEMO_SEASON
        ? expectedFrom(archive, 1, [1])
        : await readExpected(join(archiveDir, 'expected-lineups.json'));
    const squad = squadOf(archive, expected!);

    await withSeason({ archiveDir }, async (product) => {
      const gameId = await seasonGame(product.url);
      const account = privateKeyToAccount(product.chain.accounts[1]!.privateKey);
      const first = await joinSeasonGame({ url: product.url, gameId, squad, gameweek: 1 });
      let late: SeasonGameTeam | null = null;
      for (let gameweek = 1; gameweek <= LAST; gameweek++) {
        await first.edit(gameweek);
        if (gameweek === MISSED + 1)
          late = await joinSeasonGame({ url: product.url, gameId, squad, gameweek, account });
        else await late?.edit(gameweek);
        await product.replay.advance({ to: { gameweek, phase: 'checked' } });
        expect(await first.differences(gameweek), `gameweek ${gameweek}`).toEqual([]);
        if (late) expect(await late.differences(gameweek), `gameweek ${gameweek}, late`).toEqual([]);
        if (late && gameweek === UNSTAKED) {
          const coefficient = await stake(product, late, account, '150000');
          expect(coefficient).toBe(1.1);
          late.staked(gameweek + 1, 1100);
        }
      }
      const [there, joiner] = [await totals(first), await totals(late!)];
      expect(there).toMatchObject({ entry_points: 0, earned_points: there.current_points });
      expect(joiner.entry_points).toBeGreaterThan(0);
      expect(joiner.earned_points).toBeGreaterThan(joiner.current_points - joiner.entry_points);
    });
  });
});

/** The totals in My Teams. */
async function totals({ client }: SeasonGameTeam) {
  const { participations } = await client.request(myParticipations, { query: {} });
  return participations[0]!;
}

/** Stakes and returns the wallet's new coefficient. */
async function stake(
  { chain }: Product,
  { client }: SeasonGameTeam,
  account: PrivateKeyAccount,
  amount: string,
): Promise<number> {
  const hash = await createWalletClient({ account, transport: http(chain.rpcUrl) }).writeContract({
    abi: footballAbi,
    address: chain.token,
    functionName: 'transfer',
    args: [chain.stakingWallet, parseEther(amount)],
    chain: null,
  });
  const recorded = async () => {
    const answer = await client.request(createStake, { body: { amount, transaction_hash: hash } });
    return 'stake' in answer && (answer.coefficientUpdate?.newCoefficient ?? 0);
  };
  return waitUntil(recorded, { what: 'the stake to be recorded', timeoutMs: 60_000 });
}

describe('the edits of a season game', async () => {
  const archive = await readArchive(DEMO_SEASON);
  const [expected] = expectedFrom(archive, 1, [1]);
  const squad = squadOf(archive, expected!);
  const planned = Array.from({ length: 10 }, (_, turn) => plannedLineup(squad, turn));

  it('go through all seven formations, and change captain and bench every time', () => {
    expect(new Set(planned.map(({ formation }) => formation)).size).toBe(7);
    for (const [index, { captain, bench, field, vice }] of planned.entries()) {
      expect(new Set([...field, ...bench]).size).toBe(15);
      expect(field).toContain(captain);
      expect(field).toContain(vice);
      expect(captain).not.toBe(vice);
      const before = planned[index - 1];
      expect(captain).not.toBe(before?.captain);
      expect(bench).not.toEqual(before?.bench);
    }
  });
});
