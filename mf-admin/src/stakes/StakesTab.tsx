import {
  type AdminStake,
  getAdminStake,
  listAdminStakes,
  type STAKE_COLUMNS,
  stakeChange,
  updateAdminStake,
} from '@touchline/api/http/admin-stakes';
import { useHost } from '@touchline/host/host';
import { Badge } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { LIST, useAdminQuery } from '../admin.queries.ts';
import type { Column } from '../components/AdminTable.tsx';
import { formatAmount, formatInstant } from '../format.ts';
import { ID_COLUMN, WALLET_COLUMN } from '../records/columns.tsx';
import type { EditField } from '../records/edit-fields.ts';
import { RecordDialog } from '../records/RecordDialog.tsx';
import { RecordsTab } from '../records/RecordsTab.tsx';
import { useList } from '../records/use-list.ts';
import { StakeView } from './StakeView.tsx';

/** ADMIN-29 */
const FIELDS: readonly EditField[] = [
  { key: 'amount', label: 'Amount', kind: 'amount' },
  { key: 'lock_start_date', label: 'Start Date', kind: 'instant' },
  { key: 'lock_end_date', label: 'End Date', kind: 'instant' },
  { key: 'is_active', label: 'Status', kind: 'toggle' },
];

type StakeColumn = (typeof STAKE_COLUMNS)[number];

/** ADMIN-13 */
const COLUMNS: readonly Column<AdminStake, StakeColumn>[] = [
  ID_COLUMN,
  WALLET_COLUMN,
  ['Amount', ({ amount }) => formatAmount(amount), 'amount', 'right'],
  ['Start Date', ({ lock_start_date }) => formatInstant(lock_start_date), 'lock_start_date'],
  ['End Date', ({ lock_end_date }) => formatInstant(lock_end_date), 'lock_end_date'],
  [
    'Status',
    ({ is_active: active }) => (
      <Badge color={active ? 'green' : 'gray'}>{active ? 'Active' : 'Inactive'}</Badge>
    ),
    'is_active',
  ],
];

/** The tab "Staking Records". */
export function StakesTab() {
  const { api } = useHost();
  const list = useList<StakeColumn>('lock_start_date');
  const query = useAdminQuery(listAdminStakes, { query: list.query }, LIST);
  return (
    <RecordsTab
      noun="staking records"
      placeholder="Search by wallet, amount, status..."
      columns={COLUMNS}
      fixed="Wallet"
      list={list}
      query={query}
      getRows={({ stakingRecords }) => stakingRecords}
      getName={({ wallet_address }) => `stake of ${shortHex(wallet_address)}`}
      empty={<p>No staking records found</p>}
      dialog={(state) => (
        <RecordDialog
          {...state}
          titles={{ view: 'Staking Record Details', edit: 'Edit Staking Record' }}
          noun="staking record"
          load={async (id, signal) =>
            (await api.request(getAdminStake, { params: { id }, signal })).stakingRecord
          }
          fields={FIELDS}
          schema={stakeChange}
          save={async (id, body, { version, reason }) => {
            const change = { params: { id }, query: { reason }, body, version };
            return (await api.request(updateAdminStake, change)).stakingRecord;
          }}
          view={({ base }) => <StakeView stake={base} />}
        />
      )}
    />
  );
}
