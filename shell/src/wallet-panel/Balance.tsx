import { useBalance } from '@touchline/host/use-balance';
import { formatTokens } from '@touchline/ui/format';
import { useShell } from '../shell-context.ts';
import classes from './WalletControl.module.css';

/** Token balance of a wallet. Empty, but with its height reserved, while unknown. */
export function Balance({ of }: { of: string }) {
  const { symbol } = useShell().host.config.token;
  const balance = useBalance(of);
  return (
    <p className={classes.balance}>
      {balance === null ? null : (
        <>
          {formatTokens(balance)} <small>{symbol}</small>
        </>
      )}
    </p>
  );
}
