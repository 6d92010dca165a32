import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { remotesOf } from '../admin.queries.ts';
import { formatInstant } from '../format.ts';
import { Panel } from '../parts/Panel.tsx';
import { PlainTable } from '../parts/PlainTable.tsx';
import { Problem } from '../parts/Problem.tsx';
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
