import type { MyStakes } from '@touchline/api/http/staking';
import { useHost } from '@touchline/host/host';
import { findStakeTier } from '@touchline/rules/stakes';
import { formatCoefficient } from '@touchline/rules/tiers';
import { Button, Skeleton, Stack, Text, Title } from '@touchline/ui/base';
import { formatDate, formatTime, formatTokens, formatTokensCompact } from '@touchline/ui/format';
import { IconLock } from '@touchline/ui/icons';
import { TierLadder } from '../tiers/TierLadder.tsx';
import { TierMark } from '../tiers/TierMark.tsx';
import classes from './CurrentStaking.module.css';
import { NextTier } from './NextTier.tsx';

interface CurrentStakingProps {
  stakes: MyStakes;
  /** Wei; null for guests and while unknown. */
  staked: bigint | null;
  signedIn: boolean;
  loading: boolean;
  /** Null unless loading failed. */
  onRetry: (() => void) | null;
  retrying: boolean;
  lockEnd: string | null;
  /** Opens the dialog, optionally with an amount in wei; null while staking is closed. */
  onStake: ((wei?: bigint) => void) | null;
}

/** Coefficient, tier and total of the user, and the amount missing to the next tier. */
export function CurrentStaking(props: CurrentStakingProps) {
  const { stakes, staked, signedIn, loading, onRetry, retrying, lockEnd, onStake } = props;
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
        {onRetry ? <LoadFailed onRetry={onRetry} retrying={retrying} /> : null}
      </Stack>
      <Stack miw={0}>
        {loading ? (
          <Skeleton height="13.5rem" radius="md" />
        ) : (
          <>
            <TierLadder tier={staked === null ? null : findStakeTier(staked)} />
            {staked === null ? null : <NextTier staked={staked} onStake={onStake} />}
            {signedIn ? null : <Connect />}
          </>
        )}
      </Stack>
    </section>
  );
}

function LoadFailed({ onRetry, retrying }: { onRetry(): void; retrying: boolean }) {
  return (
    <div className={classes.failed} role="alert">
      <span>Your stakes couldn't be loaded. They are safe.</span>
      <Button size="xs" variant="default" loading={retrying} onClick={onRetry}>
        Try Again
      </Button>
    </div>
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
