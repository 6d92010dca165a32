import { type AdminService, revokeService } from '@touchline/api/http/admin-services';
import { useHost } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { Badge, Button } from '@touchline/ui/base';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useState } from 'react';
import { adminKey, servicesQuery } from '../admin.queries.ts';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { Panel } from '../components/Panel.tsx';
import { PlainTable } from '../components/PlainTable.tsx';
import { ReasonForm } from '../components/ReasonForm.tsx';
import { formatInstant, formatNumber } from '../format.ts';
import classes from './system.module.css';

/** Services of teams with their declaration and health. */
export function Services() {
  const { api } = useHost();
  const { data, error, refetch } = useQuery(servicesQuery(api));
  return (
    <Panel title="Team services">
      {error ? (
        <ErrorAlert title="Failed to load services" error={error} onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <PlainTable
          label="Table of team services"
          rows={data.services}
          getRowKey={({ name }) => name}
          empty="No services are registered."
          columns={[
            ['Prefix', ({ prefix }) => prefix],
            ['State', (service) => <State service={service} />],
            ['Address', ({ address }) => address ?? 'None in TEAM_SERVICES'],
            ['Limits', ({ declaration }) => <Lines lines={listLimits(declaration)} />],
            ['Endpoints', ({ declaration }) => <Lines lines={declaration.endpoints.map(describeEndpoint)} />],
            ['Registered', ({ registered_at, token }) => `${formatInstant(registered_at)}, token ${token}`],
            ['Revoke', (service) => <Revoke service={service} />],
          ]}
        />
      ) : error ? null : (
        <RowsSkeleton rows={2} label="Loading services" />
      )}
    </Panel>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const listLimits = (limits: AdminService['declaration']) => [
  `${formatNumber(limits.requests_per_minute)} requests/min per address`,
  `${formatNumber(limits.concurrent_requests)} concurrent`,
  `${formatNumber(limits.timeout_ms)} ms`,
];

const describeEndpoint = ({ method, path, auth }: AdminService['declaration']['endpoints'][number]) =>
  `${method} ${path} (${auth})`;

const STATES: Record<AdminService['health']['state'], string> = {
  ready: 'Ready',
  'not ready': 'Not ready',
  'no response': 'No response',
  unknown: 'Not checked yet',
};

function State({ service: { health, revoked } }: { service: AdminService }) {
  if (revoked)
    return (
      <>
        <Badge color="danger">Revoked</Badge>
        <Lines lines={[formatInstant(revoked.at), `by ${revoked.admin}`, revoked.reason]} />
      </>
    );
  return (
    <>
      <Badge color={health.state === 'ready' ? 'green' : 'danger'}>{STATES[health.state]}</Badge>
      {health.checked_at ? <Lines lines={[`Checked ${formatInstant(health.checked_at)}`]} /> : null}
    </>
  );
}

/** Revokes a service, or restores it. */
function Revoke({ service: { name, revoked } }: { service: AdminService }) {
  const { api, queryClient } = useHost();
  const [isFormOpen, setFormOpen] = useState(false);
  const change = useMutation({
    mutationFn: (reason: string) =>
      api.request(revokeService, { params: { name }, body: { revoked: !revoked, reason } }),
    onSuccess() {
      setFormOpen(false);
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
  });
  const action = `${revoked ? 'Restore' : 'Revoke'} ${name}`;
  if (!isFormOpen)
    return (
      <Button variant="default" size="xs" onClick={() => setFormOpen(true)}>
        {action}
      </Button>
    );
  return (
    <ReasonForm
      action={action}
      color={revoked ? 'grass' : 'danger'}
      pending={change.isPending}
      error={change.error}
      onSubmit={(reason) => change.mutate(reason)}
      onCancel={() => setFormOpen(false)}
    />
  );
}
