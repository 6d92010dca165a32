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
import { findSquad, planLineup } from './lineup-plan.ts';
import { findSeasonGame, runWithSeason } from './product.ts';
import { buildExpectations } from './recount.ts';
import { joinSeasonGame, type SeasonGameTeam } from './season-game.ts';

/** The recorded season where it is present. The short season of `npm test` plays the demo season. */
const archiveDir = findRecordedSeason() ?? DEMO_SEASON;
/** The late team joins after this gameweek. */
const LAST_MISSED = 2;
/** The late team stakes after this gameweek. */
const LAST_UNSTAKED = 4;
const LAST = 6;

describe('season game', () => {
  it('MYTEAM-05 VIEW-03 API-27 entry, current and earned points match a recount of the rows, with an edit before every gameweek', {
    timeout: 600_000,
  }, async () => {
    const archive = await readArchive(archiveDir);
    const [expected] =
      archiveDir === DEMO_SEASON
        ? buildExpectations(archive, 1, [1])
        : await readExpected(join(archiveDir, 'expected-lineups.json'));
    const squad = findSquad(archive, expected!);

    await runWithSeason({ archiveDir }, async (product) => {
      const gameId = await findSeasonGame(product);
      const account = privateKeyToAccount(product.chain.accounts[1]!.privateKey);
      const first = await joinSeasonGame({ url: product.url, gameId, squad, gameweek: 1 });
      let late: SeasonGameTeam | null = null;
      for (let gameweek = 1; gameweek <= LAST; gameweek++) {
        await first.edit(gameweek);
        if (gameweek === LAST_MISSED + 1)
          late = await joinSeasonGame({ url: product.url, gameId, squad, gameweek, account });
        else await late?.edit(gameweek);
        await product.replay.advance({ to: { gameweek, phase: 'checked' } });
        expect(await first.differences(gameweek), `gameweek ${gameweek}`).toEqual([]);
        if (late) expect(await late.differences(gameweek), `gameweek ${gameweek}, late`).toEqual([]);
        if (late && gameweek === LAST_UNSTAKED) {
          const coefficient = await stake(product, late, account, '150000');
          expect(coefficient).toBe(1.1);
          late.addCoefficient(gameweek + 1, 1100);
        }
      }
      const [firstTotals, lateTotals] = [await fetchTotals(first), await fetchTotals(late!)];
      expect(firstTotals).toMatchObject({ entry_points: 0, earned_points: firstTotals.current_points });
      expect(lateTotals.entry_points).toBeGreaterThan(0);
      expect(lateTotals.earned_points).toBeGreaterThan(lateTotals.current_points - lateTotals.entry_points);
    });
  });
});

/** Fetches the totals in My Teams. */
async function fetchTotals({ client }: SeasonGameTeam) {
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
    const response = await client.request(createStake, { body: { amount, transaction_hash: hash } });
    return 'stake' in response && (response.coefficientUpdate?.newCoefficient ?? 0);
  };
  return waitUntil(recorded, { what: 'the stake to be recorded', timeoutMs: 60_000 });
}

describe('planned lineups', async () => {
  const archive = await readArchive(DEMO_SEASON);
  const [expected] = buildExpectations(archive, 1, [1]);
  const squad = findSquad(archive, expected!);
  const planned = Array.from({ length: 10 }, (_, turn) => planLineup(squad, turn));

  it('planned lineups use all seven formations and change captain and bench every time', () => {
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
