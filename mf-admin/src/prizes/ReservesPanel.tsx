import { RESERVES_CSV_PATH, type TokenReserves } from '@touchline/api/http/reserves';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Anchor, Badge } from '@touchline/ui/base';
import { formatCount, formatPrize, formatPrizeExact, shortHex } from '@touchline/ui/format';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { reservesQuery } from '../admin.queries.ts';
import { CopyableText } from '../components/CopyableText.tsx';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { Panel } from '../components/Panel.tsx';
import { PlainTable } from '../components/PlainTable.tsx';
import { formatInstant } from '../format.ts';
import classes from './prizes.module.css';
import { formatRatio, isCovered } from './reserves.ts';

const ACCOUNTS = { TREASURY: 'Treasury', STAKING: 'Staking wallet', VAULT: 'Prize vault' } as const;
const DEBTS: Readonly<Record<TokenReserves['liabilities'][number]['kind'], string>> = {
  ENTRY_FEES: 'Entry fees of unsettled games',
  GUARANTEES: 'Guarantees not covered by fees',
  PRIZES: 'Unpaid prizes',
  REFUNDS: 'Refunds due',
  STAKES: 'Stakes',
  INTEREST: 'Interest to date',
};

/** Balances and debts by token, with their ratio. */
export function ReservesPanel() {
  const { api } = useHost();
  const { data, error, refetch } = useQuery(reservesQuery(api));
  return (
    <Panel
      title="Reserves"
      aside={
        <Anchor href={`/api${RESERVES_CSV_PATH}`} download>
          Download CSV
        </Anchor>
      }
    >
      {error ? (
        <ErrorAlert title="Failed to load reserves" error={error} onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <>
          <p className={classes.muted}>
            {`Balances at block ${formatCount(data.block)}, computed ${formatInstant(data.computed_at)}`}
          </p>
          <div className={classes.tokens}>
            {data.tokens.map((reserves) => (
              <TokenPanel key={reserves.token.address} reserves={reserves} />
            ))}
          </div>
        </>
      ) : error ? null : (
        <RowsSkeleton rows={4} label="Loading reserves" />
      )}
    </Panel>
  );
}

function TokenPanel({ reserves }: { reserves: TokenReserves }) {
  const { token, balances, assets, liabilities, owed, ratio } = reserves;
  const covered = isCovered(reserves);
  const rows = [
    ...balances.map(({ account, address, balance }) => ({
      label: ACCOUNTS[account],
      address,
      asset: balance,
      debt: null,
    })),
    ...liabilities.map(({ kind, amount }) => ({
      label: DEBTS[kind],
      address: null,
      asset: null,
      debt: amount,
    })),
    { label: 'Total', address: null, asset: assets, debt: owed },
  ];
  const formatCell = (wei: string | null) =>
    wei === null ? '' : <span title={formatPrizeExact(wei, token)}>{formatPrize(wei, token)}</span>;
  return (
    <section aria-label={`Reserves in ${token.symbol}`}>
      <h3 className={classes.subtitle}>
        {token.symbol}{' '}
        <Badge size="lg" color={covered ? 'green' : 'danger'}>
          {ratio === null ? 'No debts' : `${formatRatio(ratio)} covered`}
        </Badge>
      </h3>
      <PlainTable
        label={`Table of reserves in ${token.symbol}`}
        rows={rows}
        getRowKey={({ label }) => label}
        empty="No balances"
        columns={[
          ['Account or debt', ({ label }) => (label === 'Total' ? <strong>{label}</strong> : label)],
          ['Assets', ({ asset }) => formatCell(asset)],
          ['Debts', ({ debt }) => formatCell(debt)],
          [
            'Address',
            ({ address }) =>
              address === null ? (
                ''
              ) : (
                <CopyableText value={address} label="wallet address">
                  {shortHex(address)}
                </CopyableText>
              ),
          ],
        ]}
      />
    </section>
  );
}
