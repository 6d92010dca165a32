import { Badge } from '@touchline/ui/base';
import { formatPrizeAmount, formatPrizeExact, type PrizeTokenUnits } from '../format.ts';
import { OnChain } from '../states/OnChain.tsx';
import classes from './ReservesTable.module.css';

const ACCOUNTS = { TREASURY: 'Treasury', STAKING: 'Staking wallet', VAULT: 'Prize vault' } as const;
const DEBTS = {
  ENTRY_FEES: 'Entry fees of unsettled games',
  GUARANTEES: 'Guarantees not covered by fees',
  PRIZES: 'Unpaid prizes',
  REFUNDS: 'Refunds due',
  STAKES: 'Stakes',
  INTEREST: 'Interest to date',
} as const;

/** Assets and debts in one token; amounts in wei. */
export interface ReservesOfToken {
  token: PrizeTokenUnits;
  balances: readonly { account: keyof typeof ACCOUNTS; address: string; balance: string }[];
  assets: string;
  liabilities: readonly { kind: keyof typeof DEBTS; amount: string }[];
  owed: string;
  /** Assets divided by debts; null without debts. */
  ratio: number | null;
}

export const isCovered = ({ assets, owed }: Pick<ReservesOfToken, 'assets' | 'owed'>): boolean =>
  BigInt(assets) >= BigInt(owed);

/** Share of the debts that the assets cover: "98.76%". The server has rounded it down. */
export const formatRatio = (ratio: number): string =>
  ratio > MAX_SHOWN ? `Over ${MAX_SHOWN * 100}%` : `${(Math.floor(ratio * 10_000 + 0.5) / 100).toFixed(2)}%`;

const MAX_SHOWN = 10;

interface ReservesTableProps {
  reserves: ReservesOfToken;
  /** URL of the deployment's block explorer, or '' if it has none. */
  explorer: string;
}

/** Balances and debts in one token, with their ratio. */
export function ReservesTable({ reserves, explorer }: ReservesTableProps) {
  const { token, balances, assets, liabilities, owed, ratio } = reserves;
  const { symbol } = token;
  return (
    <section aria-label={`Reserves in ${symbol}`}>
      <h3 className={classes.title}>
        {symbol}{' '}
        <Badge size="lg" color={isCovered(reserves) ? 'green' : 'danger'}>
          {ratio === null ? 'No debts' : `${formatRatio(ratio)} covered`}
        </Badge>
      </h3>
      <table className={classes.table} aria-label={`Table of reserves in ${symbol}`}>
        <thead>
          <tr>
            <th scope="col">Account or debt</th>
            <th scope="col">Assets</th>
            <th scope="col">Debts</th>
          </tr>
        </thead>
        <tbody>
          {balances.map(({ account, address, balance }) => (
            <tr key={account}>
              <th scope="row">
                {ACCOUNTS[account]} <OnChain kind="address" value={address} explorer={explorer} />
              </th>
              <Amount wei={balance} token={token} />
              <td />
            </tr>
          ))}
          {liabilities.map(({ kind, amount }) => (
            <tr key={kind}>
              <th scope="row">{DEBTS[kind]}</th>
              <td />
              <Amount wei={amount} token={token} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Amount wei={assets} token={token} />
            <Amount wei={owed} token={token} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

const Amount = ({ wei, token }: { wei: string; token: PrizeTokenUnits }) => (
  <td title={formatPrizeExact(wei, token)}>{formatPrizeAmount(wei, token)}</td>
);
