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
  /** The typed amount, wei. */
  adding: bigint;
  disabled: boolean;
  onMax(amount: string): void;
}

/** What the wallet has, whether that is enough, and a button that stakes as much as it and the limit allow. */
export function WalletBalance({ balance, staked, adding, disabled, onMax }: WalletBalanceProps) {
  const room = MAX_WEI - (staked ?? 0n);
  const most = balance < room ? balance : room;
  return (
    <p className={classes.balance} data-short={adding > balance || undefined}>
      <span>
        {adding > balance ? 'Your wallet has only ' : 'In your wallet: '}
        {formatTokens(weiToTokens(balance))} FOOTBALL
      </span>
      <Button
        size="compact-sm"
        variant="light"
        disabled={disabled || most <= 0n}
        aria-label="MAX, stake as much as possible"
        onClick={() => onMax(weiToTokens(most))}
      >
        MAX
      </Button>
    </p>
  );
}
