import { type AdminChange, adminAction, adminOwner, auditLog } from '@touchline/api/http/admin-audit';
import { Badge } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { LIST, useAdminQuery } from '../admin.queries.ts';
import { AdminTable } from '../components/AdminTable.tsx';
import { CopyableText } from '../components/CopyableText.tsx';
import { CursorPage } from '../components/CursorPage.tsx';
import { Filters } from '../components/Filters.tsx';
import { Panel } from '../components/Panel.tsx';
import { useCursorList } from '../components/use-cursor-list.ts';
import { Wallet } from '../components/Wallet.tsx';
import { formatInstant, shortenId } from '../format.ts';
import classes from './audit.module.css';

/** Changes made by admins, newest first. */
export function AuditLog() {
  const list = useCursorList({ action: '', owner: '' });
  const query = useAdminQuery(auditLog, { query: list.filters }, { ...LIST, staleTime: 0 });
  return (
    <Panel title="Audit log">
      <Filters
        list={list}
        placeholder="Search by wallet, subject, request id, reason..."
        choices={{
          action: { label: 'Action', all: 'All actions', values: adminAction.options },
          owner: { label: 'Service', all: 'All services', values: adminOwner.options },
        }}
      />
      <CursorPage list={list} query={query} what="the audit log">
        {(data) => (
          <AdminTable
            label="Changes"
            rows={data.changes}
            getRowKey={({ id }) => id}
            columns={COLUMNS}
            empty="No changes found"
          />
        )}
      </CursorPage>
    </Panel>
  );
}

const COLUMNS: readonly (readonly [string, (change: AdminChange) => React.ReactNode])[] = [
  ['When', ({ at }) => formatInstant(at)],
  ['Admin', ({ admin }) => <Wallet address={admin} />],
  ['Action', ({ action }) => <Badge color="gray">{action}</Badge>],
  [
    'Subject',
    ({ subject }) => (
      <CopyableText value={subject} label="subject">
        {shortenSubject(subject)}
      </CopyableText>
    ),
  ],
  ['User', ({ wallet }) => (wallet ? <Wallet address={wallet} /> : '-')],
  ['Change', (change) => <ChangedFields change={change} />],
  ['Reason', ({ reason }) => <span className={classes.reason}>{reason}</span>],
  [
    'Request',
    ({ request_id }) => (
      <CopyableText value={request_id} label="request id">
        {shortenId(request_id)}
      </CopyableText>
    ),
  ],
];

const shortenSubject = (subject: string) =>
  subject.startsWith('0x') ? shortHex(subject) : subject.slice(0, 16);

function ChangedFields({ change: { before, after } }: { change: AdminChange }) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (fields.length === 0) return <>-</>;
  return (
    <ul className={classes.fields}>
      {fields.map((field) => (
        <li key={field}>{`${field}: ${formatValue(before[field])} → ${formatValue(after[field])}`}</li>
      ))}
    </ul>
  );
}

const formatValue = (value: unknown) =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
