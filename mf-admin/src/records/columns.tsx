import { CopyableText } from '../components/CopyableText.tsx';
import { Wallet } from '../components/Wallet.tsx';
import { shortenId } from '../format.ts';

/** Shortened id with a button that copies the full value. */
export const ID_COLUMN = {
  column: 'id',
  label: 'ID',
  cell: ({ id }: { id: string }) => (
    <CopyableText value={id} label="id">
      {shortenId(id)}
    </CopyableText>
  ),
} as const;

/** Shortened wallet address with a button that copies the full value. */
export const WALLET_COLUMN = {
  column: 'wallet_address',
  label: 'Wallet',
  cell: ({ wallet_address }: { wallet_address: string }) => <Wallet address={wallet_address} />,
} as const;
