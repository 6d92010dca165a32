import { Button } from '@touchline/ui/base';
import { useShell } from '../shell-context.ts';

/** Button that ends a pending QR connection. */
export function CancelQr() {
  const { wallet } = useShell();
  return (
    <Button variant="default" onClick={wallet.cancelQr}>
      Cancel
    </Button>
  );
}
