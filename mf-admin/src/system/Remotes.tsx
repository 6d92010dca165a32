import { type AdminRemote, adminRemotes, rollBackRemote } from '@touchline/api/http/admin-overview';
import { Badge, Box, Button } from '@touchline/ui/base';
import { plural } from '@touchline/ui/format';
import { useState } from 'react';
import { useAdminQuery } from '../admin.queries.ts';
import { DetailList } from '../components/DetailList.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Panel } from '../components/Panel.tsx';
import { ReasonAction } from '../components/ReasonAction.tsx';
import { useReasonChange } from '../components/use-reason-change.ts';
import { formatInstant } from '../format.ts';
import { Item, Lines } from './Item.tsx';
import classes from './system.module.css';

/** Remotes with their versions, history and errors. */
export function Remotes() {
  const query = useAdminQuery(adminRemotes, {});
  return (
    <Panel title="Remotes">
      <Loaded query={query} what="remotes" rows={4}>
        {(data) => <RemoteList remotes={data.remotes} />}
      </Loaded>
    </Panel>
  );
}

function RemoteList({ remotes }: { remotes: readonly AdminRemote[] }) {
  if (remotes.length === 0) return <p className={classes.muted}>No remotes are published.</p>;
  return (
    <div className={classes.wide}>
      {remotes.map((remote) => (
        <Item key={remote.name} name={remote.name} badge={<Errors count={remote.errors.length} />}>
          <DetailList details={listDetails(remote)} />
          <Box mt="sm">
            <RollBack
              name={remote.name}
              version={findRollbackVersion(remote.share, remote.versions)}
              target={remote.rollback_to}
            />
          </Box>
        </Item>
      ))}
    </div>
  );
}

function Errors({ count }: { count: number }) {
  return count === 0 ? null : <Badge color="danger">{plural(count, 'error')}</Badge>;
}

function listDetails({ audience, routes, versions, errors, history }: AdminRemote) {
  const faults = errors.map(
    ({ version, at, message, count }) => `${version}: ${message} (${count}, last ${formatInstant(at)})`,
  );
  return [
    ['Audience', audience],
    ['Routes', routes.map(({ path }) => path).join(', ')],
    ['Versions', <Versions key="versions" versions={versions} />],
    ['Errors', faults.length === 0 ? 'None' : <Lines key="errors" lines={faults} />],
    ['History', <History key="history" changes={history} />],
  ] as const;
}

function Versions({ versions }: Pick<AdminRemote, 'versions'>) {
  return (
    <ul className={classes.list}>
      {versions.map(({ version, published_at, state }) => (
        <li key={version}>
          {state === 'current' ? <strong>{version} (current)</strong> : `${version} (${state})`},{' '}
          {formatInstant(published_at)}
        </li>
      ))}
    </ul>
  );
}

const ACTIONS: Record<AdminRemote['history'][number]['action'], string> = {
  PUBLISHED: 'published',
  CURRENT: 'made current',
  SHARED: 'shared',
  SHARE_ENDED: 'no longer shared',
  RETURNED: 'rolled back',
  FILES_DELETED: 'files deleted',
  TOKEN_REPLACED: 'token replaced',
  ROUTE_MOVED: 'route moved to it',
  TESTERS_CHANGED: 'testers changed',
  SECURITY_FIX: 'marked as a security fix',
};

/** Changes shown before the list is expanded. */
const MAX_SHOWN = 5;

function History({ changes }: { changes: AdminRemote['history'] }) {
  const [all, setAll] = useState(false);
  if (changes.length === 0) return 'No changes yet';
  return (
    <>
      <ul className={classes.list}>
        {changes.slice(0, all ? undefined : MAX_SHOWN).map(({ at, action, version, detail, by }) => (
          <li key={`${at} ${action} ${version}`}>
            {[formatInstant(at), [version, ACTIONS[action]].filter(Boolean).join(' '), `by ${by}`, detail]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
      {changes.length > MAX_SHOWN ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${changes.length}`}
        </Button>
      ) : null}
    </>
  );
}

/** Version that a rollback withdraws: the shared one, else the current one. */
const findRollbackVersion = (share: AdminRemote['share'], versions: AdminRemote['versions']) =>
  share?.version ?? versions.find(({ state }) => state === 'current')?.version;

interface RollBackProps {
  name: string;
  version: string | undefined;
  /** The version that is current afterwards; null without one. */
  target: string | null;
}

/** Rolls a remote back to its previous version. */
function RollBack({ name, version, target }: RollBackProps) {
  const rollBack = useReasonChange((api, reason) =>
    api.request(rollBackRemote, { params: { name }, body: { reason, from: version } }),
  );
  if (version === undefined || target === null)
    return <p className={classes.muted}>No earlier version to roll back to</p>;
  const action = `Roll back ${version} to ${target}`;
  return (
    <ReasonAction
      label={`Roll back to ${target}`}
      button={{ variant: 'default', size: 'xs', 'aria-label': `Roll back ${name} ${version} to ${target}` }}
      action={action}
      color="danger"
      change={rollBack}
    />
  );
}
