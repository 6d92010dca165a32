import { type AdminRemote, rollBackRemote } from '@touchline/api/http/admin-overview';
import { useHost } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { Button } from '@touchline/ui/base';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useState } from 'react';
import { adminKey, remotesOf } from '../admin.queries.ts';
import { formatInstant } from '../format.ts';
import { Panel } from '../components/Panel.tsx';
import { PlainTable } from '../components/PlainTable.tsx';
import { Problem } from '../components/ErrorAlert.tsx';
import { ReasonForm } from '../components/ReasonForm.tsx';
import classes from './system.module.css';

/** The remotes with their versions and errors. */
export function Remotes() {
  const { api } = useHost();
  const { data, error, refetch } = useQuery(remotesOf(api));
  return (
    <Panel title="Remotes">
      {error ? <Problem title="Failed to load remotes" error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <PlainTable
          label="Table of remotes"
          rows={data.remotes}
          keyOf={({ name }) => name}
          empty="No remotes are published."
          columns={[
            ['Name', ({ name }) => name],
            ['For', ({ audience }) => audience],
            ['Routes', ({ routes }) => routes.map(({ path }) => path).join(', ')],
            [
              'Versions',
              ({ versions }) => (
                <ul className={classes.list}>
                  {versions.map(({ version, published_at, state }) => (
                    <li key={version}>
                      {state === 'current' ? <strong>{version} (current)</strong> : `${version} (${state})`},{' '}
                      {formatInstant(published_at)}
                    </li>
                  ))}
                </ul>
              ),
            ],
            [
              'Way back',
              ({ name, share, versions }) => <RollBack name={name} last={lastOf(share, versions)} />,
            ],
            ['Who did what', ({ history }) => <History changes={history} />],
            [
              'Errors',
              ({ errors }) =>
                errors.length === 0 ? (
                  'None'
                ) : (
                  <ul className={classes.list}>
                    {errors.map(({ version, at, message, count }) => (
                      <li key={`${version} ${message}`}>
                        {`${version}: ${message} (${count}, last ${formatInstant(at)})`}
                      </li>
                    ))}
                  </ul>
                ),
            ],
          ]}
        />
      ) : error ? null : (
        <RowsSkeleton rows={4} label="Loading remotes" />
      )}
    </Panel>
  );
}

const ACTIONS: Record<AdminRemote['history'][number]['action'], string> = {
  PUBLISHED: 'published',
  CURRENT: 'made current',
  SHARED: 'shared',
  SHARE_ENDED: 'no longer shared',
  RETURNED: 'taken back',
  FILES_DELETED: 'files deleted',
  TOKEN_REPLACED: 'token replaced',
};

/** The latest changes; the rest is a click away. */
const SHOWN = 5;

function History({ changes }: { changes: AdminRemote['history'] }) {
  const [all, setAll] = useState(false);
  if (changes.length === 0) return 'Nothing yet';
  return (
    <>
      <ul className={classes.list}>
        {changes.slice(0, all ? undefined : SHOWN).map(({ at, action, version, detail, by }) => (
          <li key={`${at} ${action} ${version}`}>
            {[formatInstant(at), [version, ACTIONS[action]].filter(Boolean).join(' '), `by ${by}`, detail]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
      {changes.length > SHOWN ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `All ${changes.length}`}
        </Button>
      ) : null}
    </>
  );
}

/** What a rollback takes back: the share, else the current version. */
const lastOf = (share: AdminRemote['share'], versions: AdminRemote['versions']) =>
  share?.version ?? versions.find(({ state }) => state === 'current')?.version;

/** Takes back what was published last; the version before it is refused by the owner if there is none. */
function RollBack({ name, last }: { name: string; last: string | undefined }) {
  const { api, queryClient } = useHost();
  const [asking, setAsking] = useState(false);
  const rollBack = useMutation({
    mutationFn: (reason: string) => api.request(rollBackRemote, { params: { name }, body: { reason } }),
    onSuccess() {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
  });
  if (last === undefined) return null;
  if (!asking)
    return (
      <Button
        variant="default"
        size="xs"
        onClick={() => setAsking(true)}
        aria-label={`Take back ${name} ${last}`}
      >
        Take back
      </Button>
    );
  return (
    <ReasonForm
      action={`Take back ${last}`}
      color="danger"
      pending={rollBack.isPending}
      error={rollBack.error}
      onSubmit={(reason) => rollBack.mutate(reason)}
      onCancel={() => setAsking(false)}
    />
  );
}
