import { listAdminPayments } from '@touchline/api/http/admin-money';
import { Badge } from '@touchline/ui/base';
import { POLLED_LIST, useAdminQuery } from '../admin.queries.ts';
import { AdminTable } from '../components/AdminTable.tsx';
import { CursorPage } from '../components/CursorPage.tsx';
import { Filters } from '../components/Filters.tsx';
import { Panel } from '../components/Panel.tsx';
import { TransactionLink } from '../components/TransactionLink.tsx';
import { useCursorList } from '../components/use-cursor-list.ts';
import { Wallet } from '../components/Wallet.tsx';
import { formatAmount, formatInstant, formatNumber } from '../format.ts';

/** Payments to the treasury that are not entries: unmatched, or to be refunded. */
export function Payments() {
  const list = useCursorList({ only: 'unmatched' });
  const query = useAdminQuery(listAdminPayments, { query: list.filters }, POLLED_LIST);
  return (
    <Panel
      title="Payments without an entry"
      aside={query.data ? <Badge color="info">{formatNumber(query.data.total)} total</Badge> : null}
    >
      <Filters
        list={list}
        placeholder="Search by wallet or transaction..."
        choices={{ only: { label: 'Filter', all: 'All', values: ['unmatched', 'refund_due'] } }}
      />
      <CursorPage list={list} query={query} what="payments" rows={4}>
        {(data) => (
          <AdminTable
            label="Table of payments"
            rows={data.payments}
            getRowKey={({ transaction_hash, log_index }) => `${transaction_hash} ${log_index}`}
            empty="No such payments"
            fixed="From"
            columns={[
              ['Paid', ({ paid_at }) => formatInstant(paid_at)],
              ['From', ({ sender }) => <Wallet address={sender} />],
              ['Amount', ({ amount }) => formatAmount(amount)],
              ['Refundable', ({ refund }) => formatAmount(refund)],
              [
                'Reason',
                ({ reason }) => <Badge color={reason === 'UNMATCHED' ? 'yellow' : 'gray'}>{reason}</Badge>,
              ],
              ['Transfer', ({ state }) => state],
              ['Transaction', ({ transaction_hash }) => <TransactionLink hash={transaction_hash} />],
            ]}
          />
        )}
      </CursorPage>
    </Panel>
  );
}
