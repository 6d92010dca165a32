import { TouchlineError } from '@touchline/api/errors';
import { createStake, myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { findStakeTier } from '@touchline/rules/stakes';
import { TIERS, type Tier } from '@touchline/rules/tiers';
import { weiToTokens } from '@touchline/rules/tokens';
import type { Bus } from '@touchline/service-kit/bus';
import { type Routes, route } from '@touchline/service-kit/route';
import { tellGames } from '../coefficients/tell-games.ts';
import { currentSeason } from '../seasons/seasons.store.ts';
import { owedTo, paidTo, type StoredOwed, type StoredPaid } from '../stakes/owed.store.ts';
import { iso, toWireStake } from '../stakes/stake.ts';
import { activeStakes, activeTotal, stakeTotals } from '../stakes/stakes.store.ts';
import { type CreateStakeDeps, createStake as create } from './create-stake.ts';

interface StakeRoutesDeps extends CreateStakeDeps {
  bus: Bus;
  /** No new stakes: refuses claims, and closes staking for browsers. Asked with every call. */
  isPaused(): Promise<boolean>;
}

export function stakeRoutes(routes: Routes, deps: StakeRoutesDeps): void {
  const { db, now } = deps;

  route(routes, createStake, async ({ body, user, ctx }) => {
    if (await deps.isPaused()) throw new TouchlineError('PAUSED', PAUSED);
    const wallet = user.wallet_address;
    const hash = body.transaction_hash.toLowerCase() as `0x${string}`;
    const made = await create(deps, { wallet, amount: body.amount, hash });
    if (!made) {
      ctx.status = 202;
      return { status: 'PENDING' as const };
    }
    if (!made.created) ctx.status = 200;
    const updatedParticipations = await tellGames(deps, wallet);
    const stake = toWireStake(made.stake);
    if (updatedParticipations === null) return { stake };
    const newCoefficient = factor(findStakeTier(await activeTotal(db, wallet)));
    return { stake, coefficientUpdate: { updatedParticipations, newCoefficient } };
  });

  route(routes, myStakes, async ({ user }) => {
    const stakes = await activeStakes(db, user.wallet_address);
    const total = stakes.reduce((sum, { amount }) => sum + amount, 0n);
    const { min, max, label, color, ...tier } = findStakeTier(total);
    return {
      total_staked: weiToTokens(total),
      coefficient: factor(tier),
      active_stakes: stakes.map(toWireStake),
      tier_info: { min, max, label, color },
      owed: (await owedTo(db, user.wallet_address)).map(toWireOwed),
      paid: (await paidTo(db, user.wallet_address)).map(toWirePaid),
    };
  });

  route(routes, stakingStats, async () => {
    const { total, stakers } = await stakeTotals(db);
    const average = stakers === 0 ? 0n : total / BigInt(stakers);
    return {
      total_staked: weiToTokens(total),
      active_stakers: stakers,
      average_stake: weiToTokens(average),
    };
  });

  route(routes, stakingTiers, async () => {
    const [season, paused] = await Promise.all([currentSeason(db), deps.isPaused()]);
    return {
      tiers: TIERS.map(({ coefficient_thousandths, ...tier }) => ({
        ...tier,
        coefficient: coefficient_thousandths / 1000,
      })),
      lock_end_date: season && iso(season.ends_at),
      closed: paused || (season !== null && now() >= season.ends_at),
      paused,
    };
  });
}

const PAUSED =
  'Staking is paused. Please do not transfer now; a transfer that you have sent already becomes a stake on its own.';

const factor = (tier: Pick<Tier, 'coefficient_thousandths'>) => tier.coefficient_thousandths / 1000;

const toWireOwed = ({ tx_hash, principal, interest, since, ...rest }: StoredOwed) => ({
  ...rest,
  transaction_hash: tx_hash,
  principal: weiToTokens(principal),
  interest: weiToTokens(interest),
  unlocked_at: iso(since),
});

const toWirePaid = ({ tx_hash, amount, sent_at, ...rest }: StoredPaid) => ({
  ...rest,
  transaction_hash: tx_hash,
  amount: weiToTokens(amount),
  sent_at: sent_at === null ? null : iso(sent_at),
});
