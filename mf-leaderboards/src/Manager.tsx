import { useNickname } from '@touchline/host/use-nickname';
import { shortHex } from '@touchline/ui/format';

/** Nickname of a manager, or the shortened wallet. Only this text is rendered again when the nickname arrives. */
export function Manager({ wallet }: { wallet: string }) {
  return <>{useNickname(wallet) ?? shortHex(wallet)}</>;
}
