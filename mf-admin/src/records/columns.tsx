import type { Column } from '../components/AdminTable.tsx';
import { CopyableText } from '../components/CopyableText.tsx';
import { Wallet } from '../components/Wallet.tsx';
import { shortenId } from '../format.ts';

/** Shortened id with a button that copies the full value. */
export const ID_COLUMN: Column<{ id: string }, 'id'> = [
  'ID',
  ({ id }) => (
    <CopyableText value={id} label="id">
      {shortenId(id)}
    </CopyableText>
  ),
  'id',
];

/** Shortened wallet address with a button that copies the full value. */
export const WALLET_COLUMN: Column<{ wallet_address: string }, 'wallet_address'> = [
  'Wallet',
  ({ wallet_address }) => <Wallet address={wallet_address} />,
  'wallet_address',
];
