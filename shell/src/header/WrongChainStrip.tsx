import { useWatched } from '@touchline/host/host';
import { Button, Group } from '@touchline/ui/base';
import { IconAlertTriangle } from '@touchline/ui/icons';
import { useShell } from '../shell-context.ts';
import { getChainName } from '../wallet/chain-names.ts';
import { Progress } from '../wallet-panel/Progress.tsx';
import classes from './Header.module.css';

/** WALLET-04: shown while the wallet is on another chain. */
export function WrongChainStrip() {
  const { wallet } = useShell();
  const { chainId, pendingRequest, error, wallet: connected } = useWatched(wallet);
  return (
    <section className={classes.strip} aria-label="Wrong network">
      <IconAlertTriangle size={20} aria-hidden="true" />
      <strong>Switch to WorldChain Mainnet to use the product</strong>
      <span>
        Your wallet is on {getChainName(chainId)} (chain id {chainId})
      </span>
      {connected?.kind === 'qr' ? <span>Choose WorldChain in your wallet app</span> : null}
      {pendingRequest === 'switch' ? (
        <Progress>Switching to WorldChain...</Progress>
      ) : (
        <Group gap="xs" justify="center">
          <Button size="sm" onClick={() => void wallet.switchChain()}>
            Switch to WorldChain
          </Button>
          <Button size="sm" variant="default" onClick={() => void wallet.addChain()}>
            Add WorldChain
          </Button>
        </Group>
      )}
      {error ? (
        <p className={classes.stripError} role="alert">
          {error}
        </p>
      ) : null}
    </section>
  );
}
