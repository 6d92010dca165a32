import { MAX_WEI } from '@touchline/rules/stakes';
import { weiToTokens } from '@touchline/rules/tokens';
import { Button, Group } from '@touchline/ui/base';
import { formatTokens } from '@touchline/ui/format';

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
    <Group
      component="p"
      justify="space-between"
      gap={8}
      mih="2.25rem"
      mt={8}
      mb={0}
      fz="sm"
      c={adding > balance ? 'warn' : 'dimmed'}
    >
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
    </Group>
  );
}
