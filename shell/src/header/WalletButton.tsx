import { useWatched } from '@touchline/host/host';
import { useLocation } from '@touchline/host/router';
import { Loader } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { IconWallet } from '@touchline/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { useShell } from '../shell-context.ts';
import { WalletControl } from '../wallet-panel/WalletControl.tsx';
import classes from './Header.module.css';
import { useDismiss } from './use-dismiss.ts';

/** The wallet button in the header. It shows the wallet's state and opens the wallet control. */
export function WalletButton() {
  const { host, wallet } = useShell();
  const preload = () => void wallet.ensureLoaded();
  const { status, address: connected } = useWatched(host.wallet);
  const { user } = useWatched(host.session);
  const address = connected ?? user?.wallet_address ?? null;
  const nickname = user && (!connected || user.wallet_address === connected) ? user.nickname : null;
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in and navigation close the panel
  useEffect(() => setOpen(false), [user?.wallet_address, pathname]);
  useDismiss(open, anchor, () => {
    setOpen(false);
    button.current?.focus();
  });
  const busy = status === 'connecting' || status === 'reconnecting' || status === 'authenticating';
  return (
    <div className={classes.anchor} ref={anchor}>
      <button
        ref={button}
        type="button"
        className={classes.walletButton}
        data-call={address ? undefined : ''}
        aria-label={buildLabel(status, address && (nickname ?? shortHex(address)), user !== null)}
        aria-expanded={open}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!open)}
      >
        {busy ? (
          <Loader size={18} color="currentColor" />
        ) : (
          <StatusMark known={address !== null} ready={status === 'connected' && user !== null} />
        )}
        <span className={classes.walletText}>
          {nickname ?? (address ? shortHex(address) : 'Connect wallet')}
        </span>
      </button>
      {open ? (
        <div className={classes.panel} role="dialog" aria-label="Wallet">
          <WalletControl />
        </div>
      ) : null}
    </div>
  );
}

function StatusMark({ known, ready }: { known: boolean; ready: boolean }) {
  if (!known) return <IconWallet size={20} stroke={1.8} />;
  return <span className={classes.dot} data-tone={ready ? 'go' : 'warn'} />;
}

/** `name`: nickname or shortened address, as the button shows it; null without a wallet. */
function buildLabel(status: string, name: string | null, signedIn: boolean): string {
  if (!name) return status === 'disconnected' ? 'Connect wallet' : 'Connect wallet, connecting';
  const state = status === 'wrong-chain' ? 'wrong network' : signedIn ? 'signed in' : 'not signed in';
  return `Wallet ${name}, ${state}`;
}
