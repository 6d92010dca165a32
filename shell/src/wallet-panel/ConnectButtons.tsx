import { BrowserWallet } from './BrowserWallet.tsx';
import { QrWallet } from './QrWallet.tsx';

/** Buttons that connect a wallet. */
export function ConnectButtons() {
  return (
    <>
      <BrowserWallet />
      <QrWallet />
    </>
  );
}
