import { adminHealth, type ServiceHealth } from '@touchline/api/http/admin-overview';
import { Badge } from '@touchline/ui/base';
import { POLLED, useAdminQuery } from '../admin.queries.ts';
import { CopyableText } from '../components/CopyableText.tsx';
import { DetailList } from '../components/DetailList.tsx';
import { Panel } from '../components/Panel.tsx';
import { formatAmount, formatNumber } from '../format.ts';

type Wallet = NonNullable<NonNullable<ServiceHealth['chain']>['wallet']>;

const TITLES: Readonly<Record<Wallet['name'], string>> = { treasury: 'Treasury', staking: 'Staking wallet' };

/** Balance and debts of the treasury and of the staking wallet. Hidden while no service reports them. */
export function Wallets() {
  const { data } = useAdminQuery(adminHealth, {}, POLLED);
  const wallets = data?.parts.flatMap(({ health }) => health?.chain?.wallet ?? []) ?? [];
  return wallets.map((wallet) => (
    <Panel key={wallet.name} title={TITLES[wallet.name]} aside={<Funding wallet={wallet} />}>
      <DetailList
        details={[
          ['Address', <CopyableText key="address" value={wallet.address} label="wallet address" />],
          [
            'Balance',
            wallet.balance === null ? 'Not known: the RPCs do not agree' : formatAmount(wallet.balance),
          ],
          ['Payouts due', formatAmount(wallet.due)],
          ['Locked stakes', wallet.name === 'staking' ? formatAmount(wallet.locked) : null],
          ['Interest until the lock ends', wallet.name === 'staking' ? formatAmount(wallet.interest) : null],
        ]}
      />
    </Panel>
  ));
}

/** Compares the balance with what is owed now, and then with the interest. Amounts are shown with two decimals. */
function Funding({ wallet: { balance, due, locked, interest } }: { wallet: Wallet }) {
  if (balance === null) return <Badge color="gray">Balance unknown</Badge>;
  const missing = Number(due) + Number(locked) - Number(balance);
  const missingInterest = missing + Number(interest);
  const isMissing = (amount: number) => amount >= 0.005;
  if (isMissing(missing)) return <Badge color="danger">{`${formatNumber(missing)} FT missing`}</Badge>;
  if (isMissing(missingInterest))
    return <Badge color="yellow">{`${formatNumber(missingInterest)} FT of interest missing`}</Badge>;
  return <Badge color="green">Funded</Badge>;
}
