import { useHost, useWatched } from '@touchline/host/host';
import { useBalance } from '@touchline/host/use-balance';
import { readStakeAmount, findStakeTier } from '@touchline/rules/stakes';
import { nextTier } from '@touchline/rules/tiers';
import { TOKEN_WEI, weiToTokens, tokensToWei } from '@touchline/rules/tokens';
import { Button, Stack, Text } from '@touchline/ui/base';
import { useId } from 'react';
import type { StakeFlow } from '../flow/stake-flow.ts';
import { buttonText, isBusy, type StakePhase } from '../flow/stake-phase.ts';
import { tokensToReach } from '../tiers/next-tier.ts';
import { AmountField } from './AmountField.tsx';
import { lockTerms } from './lock-terms.ts';
import classes from './StakeDialog.module.css';
import { StakeSteps } from './StakeSteps.tsx';
import { TierPreview } from './TierPreview.tsx';
import { WalletBalance } from './WalletBalance.tsx';

interface StakeFormProps {
  flow: StakeFlow;
  phase: StakePhase;
  /** Wei; null while unknown. Then the form checks the amount alone, and the server the total. */
  staked: bigint | null;
  lockEnd: string | null;
  amount: string;
  onAmount(amount: string): void;
}

/** The amount, its tier, and the button with the reason why it is disabled. */
export function StakeForm({ flow, phase, staked, lockEnd, amount, onAmount }: StakeFormProps) {
  const reasonId = useId();
  const { session, api } = useHost();
  const tokens = useBalance(useWatched(session).user?.wallet_address ?? null);
  const balance = tokens === null ? null : tokensToWei(tokens);
  const busy = isBusy(phase);
  const read = readStakeAmount(amount, staked ?? 0n);
  const reason = 'error' in read ? read.error : null;
  const wei = 'error' in read ? weiOrZero(amount) : read.wei;
  return (
    <Stack gap="md">
      <div>
        <AmountField
          value={amount}
          onChange={onAmount}
          invalid={reason !== null && amount !== ''}
          disabled={busy}
          suggestions={staked === null ? [] : suggestionsFor(staked, balance)}
        />
        {balance === null ? null : (
          <WalletBalance balance={balance} staked={staked} adding={wei} disabled={busy} onMax={onAmount} />
        )}
      </div>
      <TierPreview staked={staked} adding={wei} />
      <StakeSteps phase={phase} />
      <Notes phase={phase} />
      <Button
        size="lg"
        fullWidth
        disabled={busy || reason !== null}
        aria-describedby={reasonId}
        onClick={() => 'wei' in read && flow.start(weiToTokens(read.wei))}
      >
        {buttonText(phase)}
      </Button>
      <Text
        id={reasonId}
        size="sm"
        ta="center"
        className={classes.reason}
        c={reason !== null && amount !== '' ? 'danger' : 'dimmed'}
        aria-live="polite"
      >
        {busy
          ? 'You can close this window. Staking continues in the background.'
          : (reason ?? lockTerms(wei, lockEnd, api.now()))}
      </Text>
    </Stack>
  );
}

function Notes({ phase }: { phase: StakePhase }) {
  if (phase.name === 'rejected')
    return (
      <Text role="alert" size="sm">
        {phase.message}
      </Text>
    );
  if (phase.name === 'recording' && phase.slow)
    return (
      <Text role="status" size="sm">
        The blockchain is slow at the moment. Your tokens are safe, and you will not pay again.
      </Text>
    );
  return null;
}

/** Amounts below the minimum have a preview too. */
function weiOrZero(amount: string): bigint {
  const whole = amount.split('.')[0] ?? '';
  return /^\d{1,12}$/.test(whole) ? BigInt(whole) * TOKEN_WEI : 0n;
}

/** Amounts that reach the next two tiers, as far as the wallet has them. */
function suggestionsFor(staked: bigint, balance: bigint | null): { label: string; amount: string }[] {
  const first = nextTier(findStakeTier(staked));
  const second = first && nextTier(first);
  return [first, second].flatMap((tier) =>
    tier && (balance === null || tokensToReach(tier, staked) <= balance)
      ? [{ label: tier.label, amount: weiToTokens(tokensToReach(tier, staked)) }]
      : [],
  );
}
