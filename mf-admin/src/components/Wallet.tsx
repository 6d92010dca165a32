import { shortHex } from '@touchline/ui/format';
import { CopyableText } from './CopyableText.tsx';

/** A shortened address with a button that copies it. */
export const Wallet = ({ address }: { address: string }) => (
  <CopyableText value={address} label="wallet address">
    {shortHex(address)}
  </CopyableText>
);
