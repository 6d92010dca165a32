import { createStake, myStakes, stakingStats, stakingTiers } from '@touchline/api/http/staking';
import { toInstant } from '@touchline/api/values';
import { findStakeTier } from '@touchline/rules/stakes';
import { TIERS, type Tier } from '@touchline/rules/tiers';
import { weiToTokens } from '@touchline/rules/tokens';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { notifyGames } from '../coefficients/coefficients.requests.ts';
import { findCurrentSeason } from '../seasons/seasons.store.ts';
import { toWireStake } from '../stakes/stake.ts';
import { findActiveStakes, sumActiveStakes, sumStakes } from '../stakes/stakes.store.ts';
import {
  findPendingPayouts,
  findSentPayouts,
  type PendingPayout,
  type SentPayout,
} from '../stakes/wallet-payouts.store.ts';
import { type CreateStakeDeps, createStake as create } from './create-stake.ts';

interface StakeRoutesDeps extends CreateStakeDeps {
  bus: Bus;
}

export function stakeRoutes(routes: Routes, deps: StakeRoutesDeps): void {
  const { db, now } = deps;

  route(routes, createStake, async ({ body, user, ctx }) => {
    const wallet = user.wallet_address;
    const hash = body.transaction_hash.toLowerCase() as `0x${string}`;
    const result = await create(deps, { wallet, amount: body.amount, hash });
    if (!result) {
      ctx.status = 202;
      return { status: 'PENDING' as const };
    }
    if (!result.created) ctx.status = 200;
    const updatedParticipations = await notifyGames(deps, wallet);
    const stake = toWireStake(result.stake);
    if (updatedParticipations === null) return { stake };
    const newCoefficient = toCoefficient(findStakeTier(await sumActiveStakes(db, wallet)));
    return { stake, coefficientUpdate: { updatedParticipations, newCoefficient } };
  });

  route(routes, myStakes, async ({ user }) => {
    const stakes = await findActiveStakes(db, user.wallet_address);
    const total = stakes.reduce((sum, { amount }) => sum + amount, 0n);
    const { min, max, label, color, ...tier } = findStakeTier(total);
    return {
      total_staked: weiToTokens(total),
      coefficient: toCoefficient(tier),
      active_stakes: stakes.map(toWireStake),
      tier_info: { min, max, label, color },
      owed: (await findPendingPayouts(db, user.wallet_address)).map(toWirePendingPayout),
      paid: (await findSentPayouts(db, user.wallet_address)).map(toWireSentPayout),
    };
  });

  route(routes, stakingStats, async () => {
    const { staked, stakers } = await sumStakes(db);
    const average = stakers === 0 ? 0n : staked / BigInt(stakers);
    return {
      total_staked: weiToTokens(staked),
      active_stakers: stakers,
      average_stake: weiToTokens(average),
    };
  });

  route(routes, stakingTiers, async () => {
    const [season, isOpen] = await Promise.all([findCurrentSeason(db), deps.switches.isOn('staking')]);
    const paused = !isOpen;
    return {
      tiers: TIERS.map(({ coefficient_thousandths, ...tier }) => ({
        ...tier,
        coefficient: coefficient_thousandths / 1000,
      })),
      lock_end_date: season && toInstant(season.ends_at),
      closed: paused || (season !== null && now() >= season.ends_at),
      paused,
    };
  });
}

const toCoefficient = (tier: Pick<Tier, 'coefficient_thousandths'>) => tier.coefficient_thousandths / 1000;

const toWirePendingPayout = ({ tx_hash, principal, interest, since, ...rest }: PendingPayout) => ({
  ...rest,
  transaction_hash: tx_hash,
  principal: weiToTokens(principal),
  interest: weiToTokens(interest),
  unlocked_at: toInstant(since),
});

const toWireSentPayout = ({ tx_hash, amount, sent_at, ...rest }: SentPayout) => ({
  ...rest,
  transaction_hash: tx_hash,
  amount: weiToTokens(amount),
  sent_at: sent_at === null ? null : toInstant(sent_at),
});
