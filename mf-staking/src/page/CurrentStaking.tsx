import type { MyStakes } from '@touchline/api/http/staking';
import { useHost } from '@touchline/host/host';
import { tierOfStake } from '@touchline/rules/stakes';
import { formatCoefficient } from '@touchline/rules/tiers';
import { Button, Skeleton } from '@touchline/ui/base';
import { formatDate, formatTokens, formatTokensCompact } from '@touchline/ui/format';
import { IconLock } from '@touchline/ui/icons';
import classes from './CurrentStaking.module.css';
import { NextTier } from './NextTier.tsx';
import { TierLadder } from './TierLadder.tsx';
import { TierMark } from './TierMark.tsx';

interface CurrentStakingProps {
  mine: MyStakes;
  /** Wei; null while nobody is signed in and until it is known. */
  staked: bigint | null;
  signedIn: boolean;
  loading: boolean;
  /** Loads again; null unless that failed. */
  failed: (() => void) | null;
  lockEnd: string | null;
  /** Opens the dialog, with an amount in wei to begin with. */
  onStake(wei?: bigint): void;
}

/** Where one stands: coefficient, tier, total, and what the next tier needs. */
export function CurrentStaking(props: CurrentStakingProps) {
  const { mine, staked, signedIn, loading, failed, lockEnd, onStake } = props;
  return (
    <section className={classes.card} aria-labelledby="current-staking">
      <div className={classes.facts}>
        <h2 id="current-staking" className={classes.title}>
          Current Staking
        </h2>
        {loading ? (
          <Skeleton height="8.5rem" radius="md" />
        ) : (
          <dl className={classes.numbers}>
            <div className={classes.lead}>
              <dt>Coefficient</dt>
              <dd>{formatCoefficient(mine.coefficient)}</dd>
            </div>
            <div>
              <dt>Total Staked</dt>
              <dd title={`${formatTokens(mine.total_staked)} FOOTBALL`}>
                {formatTokensCompact(mine.total_staked)} <small>FOOTBALL</small>
              </dd>
            </div>
            <div>
              <dt>Tier</dt>
              <dd>
                <TierMark tier={mine.tier_info} />
              </dd>
            </div>
          </dl>
        )}
        <p className={classes.lock}>
          <IconLock size={18} aria-hidden="true" />
          <span>
            Lock period: <strong>End of Season</strong>
            {lockEnd ? <span> {formatDate(lockEnd)}</span> : null}
          </span>
        </p>
        {failed ? <LoadFailed onRetry={failed} /> : null}
      </div>
      <div className={classes.ladder}>
        {loading ? (
          <Skeleton height="13.5rem" radius="md" />
        ) : (
          <>
            <TierLadder tier={staked === null ? null : tierOfStake(staked)} />
            {staked === null ? null : <NextTier staked={staked} onStake={onStake} />}
            {signedIn ? null : <Connect />}
          </>
        )}
      </div>
    </section>
  );
}

function LoadFailed({ onRetry }: { onRetry(): void }) {
  return (
    <div className={classes.failed} role="alert">
      <span>Your stakes could not be loaded. They are safe.</span>
      <Button size="xs" variant="default" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

function Connect() {
  const { Control } = useHost().wallet;
  return (
    <div className={classes.connect}>
      <p>Connect your wallet to stake and to see where you stand.</p>
      <Control />
    </div>
  );
}
