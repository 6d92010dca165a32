import type { AdminStakeDetails } from '@touchline/api/http/admin-stakes';
import { useHost } from '@touchline/host/host';
import { formatTokens } from '@touchline/ui/format';
import { formatAmount, formatInstant } from '../format.ts';
import { Copy } from '../components/CopyableText.tsx';
import { Facts } from '../components/DetailList.tsx';
import { Transaction } from '../components/TransactionLink.tsx';

/** Everything about a staking record. */
export function StakeView({ stake }: { stake: AdminStakeDetails }) {
  const { config } = useHost();
  const { symbol } = config.token;
  return (
    <Facts
      facts={[
        ['ID', <Copy key="id" value={stake.id} what="id" />],
        ['Wallet', <Copy key="wallet" value={stake.wallet_address} what="wallet address" />],
        [
          'Amount',
          <span key="amount" title={`${stake.amount} ${symbol}`}>
            {formatAmount(stake.amount)}
          </span>,
        ],
        ['Transferred', `${formatTokens(stake.transferred)} ${symbol}`],
        ['Start Date', formatInstant(stake.lock_start_date)],
        ['End Date', formatInstant(stake.lock_end_date)],
        ['Status', `${stake.is_active ? 'Active' : 'Inactive'} (${stake.state})`],
        ['Unlocked', stake.unlocked_at === null ? '-' : formatInstant(stake.unlocked_at)],
        ['Season', stake.season_id],
        ['Transaction', <Transaction key="transaction" hash={stake.transaction_hash} />],
      ]}
    />
  );
}
