import { useHost } from '@touchline/host/host';
import { findStakeTier } from '@touchline/rules/stakes';
import { formatCoefficient } from '@touchline/rules/tiers';
import { Button, Group, Skeleton, Stack, Text, Title } from '@touchline/ui/base';
import { formatDate, formatTime, formatTokens, formatTokensCompact } from '@touchline/ui/format';
import { IconLock } from '@touchline/ui/icons';
import { TierLadder } from '../tiers/TierLadder.tsx';
import { TierMark } from '../tiers/TierMark.tsx';
import classes from './CurrentStaking.module.css';
import { NextTier } from './NextTier.tsx';
import type { MyStakes } from './use-my-stakes.ts';

interface CurrentStakingProps {
  myStakes: MyStakes;
  lockEnd: string | null;
  /** Opens the dialog, optionally with an amount in wei; null while staking is closed. */
  onStake: ((wei?: bigint) => void) | null;
}

/** Coefficient, tier and total of the user, and the amount missing to the next tier. */
export function CurrentStaking({ myStakes, lockEnd, onStake }: CurrentStakingProps) {
  const { wallet, stakes, staked, loading, failed } = myStakes;
  return (
    <section className={classes.card} aria-labelledby="current-staking">
      <Stack miw={0}>
        <Title id="current-staking" order={2} size="h3">
          Current Staking
        </Title>
        {loading ? (
          <Skeleton height="8.5rem" radius="md" />
        ) : (
          <dl className={classes.numbers}>
            <div className={classes.lead}>
              <dt>Coefficient</dt>
              <dd>{formatCoefficient(stakes.coefficient)}</dd>
            </div>
            <div>
              <dt>Total staked</dt>
              <dd title={`${formatTokens(stakes.total_staked)} FOOTBALL`}>
                {formatTokensCompact(stakes.total_staked)} <small>FOOTBALL</small>
              </dd>
            </div>
            <div>
              <dt>Tier</dt>
              <dd>
                <TierMark tier={stakes.tier_info} />
              </dd>
            </div>
          </dl>
        )}
        <p className={classes.lock}>
          <IconLock size={18} aria-hidden="true" />
          <span>
            Lock period: <strong>End of Season</strong>
            {lockEnd ? (
              <span>
                {' '}
                {formatDate(lockEnd)}, {formatTime(lockEnd)}
              </span>
            ) : null}
          </span>
        </p>
        {failed ? <LoadFailed myStakes={myStakes} /> : null}
      </Stack>
      <Stack miw={0}>
        {loading ? (
          <Skeleton height="13.5rem" radius="md" />
        ) : (
          <>
            <TierLadder tier={staked === null ? null : findStakeTier(staked)} />
            {staked === null ? null : <NextTier staked={staked} onStake={onStake} />}
            {wallet === null ? <Connect /> : null}
          </>
        )}
      </Stack>
    </section>
  );
}

function LoadFailed({ myStakes: { fetching, reload } }: Pick<CurrentStakingProps, 'myStakes'>) {
  return (
    <Group gap="0.5rem 0.75rem" fz="sm" c="danger" role="alert">
      <span>Your stakes couldn't be loaded. They are safe.</span>
      <Button size="xs" variant="default" loading={fetching} onClick={reload}>
        Try Again
      </Button>
    </Group>
  );
}

function Connect() {
  const { Control } = useHost().wallet;
  return (
    <Stack gap="sm">
      <Text>Connect your wallet to stake and to see your tier.</Text>
      <Control />
    </Stack>
  );
}
