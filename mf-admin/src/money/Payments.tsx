import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Badge } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { paymentsOf } from '../admin.queries.ts';
import { formatAmount, formatInstant, formatNumber } from '../format.ts';
import { Copy } from '../components/CopyableText.tsx';
import { CursorPager } from '../components/CursorPager.tsx';
import { Filters } from '../components/Filters.tsx';
import { Panel } from '../components/Panel.tsx';
import { PlainTable } from '../components/PlainTable.tsx';
import { Problem } from '../components/ErrorAlert.tsx';
import { Transaction } from '../components/TransactionLink.tsx';
import { useCursorList } from '../components/use-cursor-list.ts';

/** Payments to the treasury that are no entry: unmatched, or owed back. */
export function Payments() {
  const { api } = useHost();
  const list = useCursorList({ only: 'unmatched' });
  const { data, error, refetch } = useQuery(paymentsOf(api, list.filters));
  return (
    <Panel
      title="Payments Without an Entry"
      aside={data ? <Badge color="info">{formatNumber(data.total)} total</Badge> : null}
    >
      <Filters
        list={list}
        placeholder="Search by wallet or transaction..."
        choices={{ only: { label: 'Which', all: 'All', values: ['unmatched', 'refund_due'] } }}
      />
      {error ? (
        <Problem title="Failed to load payments" error={error} onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <PlainTable
          label="Table of payments"
          rows={data.payments}
          keyOf={({ transaction_hash, log_index }) => `${transaction_hash} ${log_index}`}
          empty="No such payments"
          columns={[
            ['Paid', ({ paid_at }) => formatInstant(paid_at)],
            [
              'From',
              ({ sender }) => (
                <Copy value={sender} what="wallet address">
                  {shortHex(sender)}
                </Copy>
              ),
            ],
            ['Amount', ({ amount }) => formatAmount(amount)],
            ['To Go Back', ({ refund }) => formatAmount(refund)],
            [
              'Why',
              ({ reason }) => <Badge color={reason === 'UNMATCHED' ? 'yellow' : 'gray'}>{reason}</Badge>,
            ],
            ['Transfer', ({ state }) => state],
            ['Transaction', ({ transaction_hash }) => <Transaction hash={transaction_hash} />],
          ]}
        />
      ) : error ? null : (
        <RowsSkeleton rows={4} label="Loading payments" />
      )}
      {data ? <CursorPager list={list} next={data.next} /> : null}
    </Panel>
  );
}
