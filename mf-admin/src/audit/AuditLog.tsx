import { type AdminChange, adminAction, adminOwner } from '@touchline/api/http/admin-audit';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Badge } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { auditOf } from '../admin.queries.ts';
import { formatInstant, shortId } from '../format.ts';
import { Copy } from '../components/CopyableText.tsx';
import { CursorPager } from '../components/CursorPager.tsx';
import { Filters } from '../components/Filters.tsx';
import { Panel } from '../components/Panel.tsx';
import { PlainTable } from '../components/PlainTable.tsx';
import { Problem } from '../components/ErrorAlert.tsx';
import { useCursorList } from '../components/use-cursor-list.ts';
import classes from './audit.module.css';

/** What admins changed, the latest first. */
export function AuditLog() {
  const { api } = useHost();
  const list = useCursorList({ action: '', owner: '' });
  const { data, error, refetch } = useQuery(auditOf(api, list.filters));
  return (
    <Panel title="Audit Log">
      <Filters
        list={list}
        placeholder="Search by wallet, subject, request id, reason..."
        choices={{
          action: { label: 'Action', all: 'All actions', values: adminAction.options },
          owner: { label: 'Part', all: 'All parts', values: adminOwner.options },
        }}
      />
      {error ? (
        <Problem title="Failed to load the audit log" error={error} onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <PlainTable
          label="Changes"
          rows={data.changes}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty="No changes found"
        />
      ) : error ? null : (
        <RowsSkeleton label="Loading the audit log" />
      )}
      {data ? <CursorPager list={list} next={data.next} /> : null}
    </Panel>
  );
}

const COLUMNS: readonly (readonly [string, (change: AdminChange) => React.ReactNode])[] = [
  ['When', ({ at }) => <span className={classes.when}>{formatInstant(at)}</span>],
  [
    'Admin',
    ({ admin }) => (
      <Copy value={admin} what="wallet address">
        {shortHex(admin)}
      </Copy>
    ),
  ],
  [
    'Action',
    ({ action }) => (
      <Badge color="gray" miw="max-content">
        {action}
      </Badge>
    ),
  ],
  [
    'Subject',
    ({ subject }) => (
      <Copy value={subject} what="subject">
        {shortSubject(subject)}
      </Copy>
    ),
  ],
  [
    'User',
    ({ wallet }) =>
      wallet ? (
        <Copy value={wallet} what="wallet address">
          {shortHex(wallet)}
        </Copy>
      ) : (
        '-'
      ),
  ],
  ['Change', (change) => <Difference of={change} />],
  ['Reason', ({ reason }) => <span className={classes.reason}>{reason}</span>],
  [
    'Request',
    ({ request_id }) => (
      <Copy value={request_id} what="request id">
        {shortId(request_id)}
      </Copy>
    ),
  ],
];

const shortSubject = (subject: string) =>
  subject.startsWith('0x') ? shortHex(subject) : subject.slice(0, 16);

function Difference({ of: { before, after } }: { of: AdminChange }) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (fields.length === 0) return <>-</>;
  return (
    <ul className={classes.fields}>
      {fields.map((field) => (
        <li key={field}>{`${field}: ${wordsOf(before[field])} → ${wordsOf(after[field])}`}</li>
      ))}
    </ul>
  );
}

const wordsOf = (value: unknown) =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
