import { useHost, useWatched } from '@touchline/host/host';
import { useBalance } from '@touchline/host/use-balance';
import { findStakeTier, readStakeAmount } from '@touchline/rules/stakes';
import { nextTier } from '@touchline/rules/tiers';
import { TOKEN_WEI, tokensToWei, weiToTokens } from '@touchline/rules/tokens';
import { Button, Stack, Text } from '@touchline/ui/base';
import { useId } from 'react';
import type { StakeFlow } from '../flow/stake-flow.ts';
import { getButtonText, isBusy, type StakePhase } from '../flow/stake-phase.ts';
import { computeStakeToReach } from '../tiers/next-tier.ts';
import { AmountField } from './AmountField.tsx';
import { formatLockTerms } from './lock-terms.ts';
import { StakeSteps } from './StakeSteps.tsx';
import { TierPreview } from './TierPreview.tsx';
import { WalletBalance } from './WalletBalance.tsx';

interface StakeFormProps {
  flow: StakeFlow;
  phase: StakePhase;
  /** Wei; null while unknown. Then the form checks only the amount, and the server checks the total. */
  staked: bigint | null;
  lockEnd: string | null;
  amount: string;
  onAmount(amount: string): void;
}

/** Form with the amount, its tier, and a button with the reason while it is disabled. */
export function StakeForm({ flow, phase, staked, lockEnd, amount, onAmount }: StakeFormProps) {
  const messageId = useId();
  const { session, api } = useHost();
  const tokens = useBalance(useWatched(session).user?.wallet_address ?? null);
  const balance = tokens === null ? null : tokensToWei(tokens);
  const busy = isBusy(phase);
  const parsed = readStakeAmount(amount, staked ?? 0n);
  // The stakes so far may include one in progress, so its amount is neither checked nor added to them.
  const rejection = !busy && 'error' in parsed ? parsed.error : null;
  const wei = 'error' in parsed ? parseWholeTokens(amount) : parsed.wei;
  return (
    <Stack gap="md">
      <div>
        <AmountField
          value={amount}
          onChange={onAmount}
          invalid={rejection !== null && amount !== ''}
          disabled={busy}
          suggestions={staked === null ? [] : buildSuggestions(staked, balance)}
        />
        {balance === null ? null : (
          <WalletBalance
            balance={balance}
            staked={staked}
            adding={busy ? 0n : wei}
            disabled={busy}
            onMax={onAmount}
          />
        )}
      </div>
      {busy ? null : <TierPreview staked={staked} adding={wei} />}
      <StakeSteps phase={phase} />
      <Notes phase={phase} />
      <Button
        size="lg"
        fullWidth
        disabled={busy || rejection !== null}
        aria-describedby={messageId}
        onClick={() => 'wei' in parsed && flow.start(weiToTokens(parsed.wei))}
      >
        {getButtonText(phase)}
      </Button>
      <Text
        id={messageId}
        size="sm"
        ta="center"
        mih="1.5em"
        c={rejection !== null && amount !== '' ? 'danger' : 'dimmed'}
        aria-live="polite"
      >
        {busy
          ? 'You can close this window. Staking continues in the background.'
          : (rejection ?? formatLockTerms(wei, lockEnd, api.now()))}
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
        The blockchain is slow right now. Your tokens are safe and you won't be charged twice.
      </Text>
    );
  return null;
}

/** Whole tokens of an invalid amount in wei, so that amounts below the minimum have a preview too. */
function parseWholeTokens(amount: string): bigint {
  const whole = amount.split('.')[0] ?? '';
  return /^\d{1,12}$/.test(whole) ? BigInt(whole) * TOKEN_WEI : 0n;
}

/** Builds amounts that reach the next two tiers, as far as the balance allows. */
function buildSuggestions(staked: bigint, balance: bigint | null): { label: string; amount: string }[] {
  const first = nextTier(findStakeTier(staked));
  const second = first && nextTier(first);
  return [first, second].flatMap((tier) =>
    tier && (balance === null || computeStakeToReach(tier, staked) <= balance)
      ? [{ label: tier.label, amount: weiToTokens(computeStakeToReach(tier, staked)) }]
      : [],
  );
}
