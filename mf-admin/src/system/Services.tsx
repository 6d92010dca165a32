import { type AdminService, adminServices, revokeService } from '@touchline/api/http/admin-services';
import { Badge, Box } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { POLLED, useAdminQuery } from '../admin.queries.ts';
import { DetailList } from '../components/DetailList.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Panel } from '../components/Panel.tsx';
import { ReasonAction } from '../components/ReasonAction.tsx';
import { useReasonChange } from '../components/use-reason-change.ts';
import { formatInstant, formatNumber } from '../format.ts';
import { Item, Lines } from './Item.tsx';
import classes from './system.module.css';

/** Services of teams with their declaration and health. */
export function Services() {
  const query = useAdminQuery(adminServices, {}, POLLED);
  return (
    <Panel title="Team services">
      <Loaded query={query} what="services" rows={2}>
        {(data) => <ServiceList services={data.services} />}
      </Loaded>
    </Panel>
  );
}

function ServiceList({ services }: { services: readonly AdminService[] }) {
  if (services.length === 0) return <p className={classes.muted}>No services are registered.</p>;
  return (
    <div className={classes.wide}>
      {services.map((service) => (
        <Item key={service.name} name={service.name} badge={<State service={service} />}>
          <DetailList details={listDetails(service)} />
          <Box mt="sm">
            <Revoke service={service} />
          </Box>
        </Item>
      ))}
    </div>
  );
}

function listDetails({ prefix, address, declaration, registered_at, token, health, revoked }: AdminService) {
  return [
    ['Prefix', prefix],
    ['Address', address ?? 'None in TEAM_SERVICES'],
    ['Registered', `${formatInstant(registered_at)}, token ${token}`],
    ['Checked', health.checked_at ? formatInstant(health.checked_at) : 'Never'],
    ['Limits', <Lines key="limits" lines={listLimits(declaration)} />],
    ['Endpoints', <Lines key="endpoints" lines={declaration.endpoints.map(describeEndpoint)} />],
    ['Revoked', revoked && <Lines key="revoked" lines={listRevocation(revoked)} />],
  ] as const;
}

const listRevocation = ({ at, admin, reason }: NonNullable<AdminService['revoked']>) => [
  formatInstant(at),
  `by ${shortHex(admin)}`,
  reason,
];

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
  if (revoked) return <Badge color="danger">Revoked</Badge>;
  return <Badge color={health.state === 'ready' ? 'green' : 'danger'}>{STATES[health.state]}</Badge>;
}

/** Revokes a service, or restores it. */
function Revoke({ service: { name, revoked } }: { service: AdminService }) {
  const change = useReasonChange((api, reason) =>
    api.request(revokeService, { params: { name }, body: { revoked: !revoked, reason } }),
  );
  const action = `${revoked ? 'Restore' : 'Revoke'} ${name}`;
  return (
    <ReasonAction
      button={{ variant: 'default', size: 'xs' }}
      action={action}
      color={revoked ? 'grass' : 'danger'}
      change={change}
    />
  );
}
