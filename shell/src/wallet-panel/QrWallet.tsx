import { useWatched } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { IconQrcode } from '@touchline/ui/icons';
import { useShell } from '../shell-context.ts';

/** WALLET-01: button for a wallet app on a phone. Absent if the deployment has no QR code wallets. */
export function QrWallet() {
  const { wallet, host } = useShell();
  const { status, pendingRequest, wallet: connected } = useWatched(wallet);
  if (!host.config.walletconnect) return null;
  const busy = pendingRequest !== null || status === 'connecting' || status === 'reconnecting';
  return (
    <Button
      fullWidth
      variant="default"
      leftSection={<IconQrcode size={20} stroke={1.8} />}
      disabled={busy || (status === 'connected' && connected?.kind === 'qr')}
      onClick={() => void wallet.connectQr()}
    >
      QR code wallet
    </Button>
  );
}
