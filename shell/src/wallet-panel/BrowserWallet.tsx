import { useWatched } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { IconChevronDown, IconWallet } from '@touchline/ui/icons';
import { useState } from 'react';
import { useShell } from '../shell-context.ts';
import type { WalletChoice } from '../wallet/wallet-state.ts';
import classes from './WalletControl.module.css';

/** WALLET-01: one button for browser wallets. It opens a list if there are several. */
export function BrowserWallet() {
  const { wallet } = useShell();
  const { choices, status, pendingRequest, wallet: connected } = useWatched(wallet);
  const [open, setOpen] = useState(false);
  const busy = pendingRequest !== null || status === 'connecting' || status === 'reconnecting';
  const [only] = choices;
  const several = choices.length > 1;
  const isConnected = (choice: WalletChoice | undefined) =>
    status === 'connected' && choice?.uid === connected?.uid;
  async function press() {
    // The list of wallets is known only after the library has loaded.
    if (choices.length === 0) await wallet.ensureLoaded(true);
    const available = wallet.get().choices;
    if (available.length > 1) setOpen(!open);
    else choose(available[0]);
  }
  const choose = (choice: WalletChoice | undefined) => {
    setOpen(false);
    if (choice) void wallet.connect(choice.uid);
  };
  return (
    <div>
      <Button
        fullWidth
        variant={status === 'connected' ? 'default' : 'filled'}
        leftSection={<IconWallet size={20} stroke={1.8} />}
        rightSection={several ? <IconChevronDown size={18} /> : null}
        disabled={busy || (!several && isConnected(only))}
        {...(several ? { 'aria-expanded': open } : {})}
        onClick={() => void press()}
      >
        Browser wallet
      </Button>
      {several && open ? (
        <ul className={classes.choices} aria-label="Browser wallets">
          {choices.map((choice) => (
            <li key={choice.uid}>
              <Button
                fullWidth
                variant="default"
                justify="flex-start"
                leftSection={<WalletIcon icon={choice.icon} />}
                disabled={busy || isConnected(choice)}
                onClick={() => choose(choice)}
              >
                {choice.name}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Icon of a wallet. Only data URIs are shown (EIP-6963): other URLs would cause requests to third parties. */
function WalletIcon({ icon }: { icon: string | null }) {
  if (!icon?.startsWith('data:image/')) return <IconWallet size={20} stroke={1.8} />;
  return <img className={classes.icon} src={icon} alt="" />;
}
