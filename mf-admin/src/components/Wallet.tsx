import { CopyableHex } from './CopyableText.tsx';

/** A shortened address with a button that copies it. */
export const Wallet = ({ address }: { address: string }) => (
  <CopyableHex value={address} label="wallet address" />
);
