import { MAX_WEI } from '@touchline/rules/stakes';
import { weiToTokens } from '@touchline/rules/tokens';
import { Button } from '@touchline/ui/base';
import { formatTokens } from '@touchline/ui/format';
import classes from './StakeDialog.module.css';

interface WalletBalanceProps {
  /** Wei. */
  balance: bigint;
  /** Wei; null while unknown. */
  staked: bigint | null;
  /** Entered amount, wei. */
  adding: bigint;
  disabled: boolean;
  onMax(amount: string): void;
}

/** Balance of the wallet, a warning if it is too low, and a button for the largest possible amount. */
export function WalletBalance({ balance, staked, adding, disabled, onMax }: WalletBalanceProps) {
  const remaining = MAX_WEI - (staked ?? 0n);
  const max = balance < remaining ? balance : remaining;
  return (
    <p className={classes.balance} data-short={adding > balance || undefined}>
      <span>
        {adding > balance ? 'Your wallet has only ' : 'In your wallet: '}
        {formatTokens(weiToTokens(balance))} FOOTBALL
      </span>
      <Button
        size="compact-sm"
        variant="light"
        disabled={disabled || max <= 0n}
        aria-label="MAX, stake as much as possible"
        onClick={() => onMax(weiToTokens(max))}
      >
        MAX
      </Button>
    </p>
  );
}
