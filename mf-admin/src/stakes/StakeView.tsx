import type { AdminStakeDetails } from '@touchline/api/http/admin-stakes';
import { CopyableText } from '../components/CopyableText.tsx';
import { DetailList } from '../components/DetailList.tsx';
import { TransactionLink } from '../components/TransactionLink.tsx';
import { formatAmount, formatExactAmount, formatInstant } from '../format.ts';

/** All fields of a staking record. */
export function StakeView({ stake }: { stake: AdminStakeDetails }) {
  return (
    <DetailList
      details={[
        ['ID', <CopyableText key="id" value={stake.id} label="id" />],
        ['Wallet', <CopyableText key="wallet" value={stake.wallet_address} label="wallet address" />],
        [
          'Amount',
          <span key="amount" title={formatExactAmount(stake.amount)}>
            {formatAmount(stake.amount)}
          </span>,
        ],
        ['Transferred', formatExactAmount(stake.transferred)],
        ['Start Date', formatInstant(stake.lock_start_date)],
        ['End Date', formatInstant(stake.lock_end_date)],
        ['Status', `${stake.is_active ? 'Active' : 'Inactive'} (${stake.state})`],
        ['Unlocked', stake.unlocked_at === null ? '-' : formatInstant(stake.unlocked_at)],
        ['Season', stake.season_id],
        ['Transaction', <TransactionLink key="transaction" hash={stake.transaction_hash} />],
      ]}
    />
  );
}
