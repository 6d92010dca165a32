import { shortHex } from '@touchline/ui/format';
import { shortId } from '../format.ts';
import { Copy } from '../components/CopyableText.tsx';

/** The short id of a row, with a button that copies all of it. */
export const ID_COLUMN = {
  column: 'id',
  label: 'ID',
  cell: ({ id }: { id: string }) => (
    <Copy value={id} what="id">
      {shortId(id)}
    </Copy>
  ),
} as const;

/** The same for the wallet of a row. */
export const WALLET_COLUMN = {
  column: 'wallet_address',
  label: 'Wallet',
  cell: ({ wallet_address }: { wallet_address: string }) => (
    <Copy value={wallet_address} what="wallet address">
      {shortHex(wallet_address)}
    </Copy>
  ),
} as const;
