import type { GameType } from '@touchline/api/http/games';
import type { Results } from '@touchline/api/http/results';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link, useSearchParams } from '@touchline/host/router';
import { useLive } from '@touchline/host/use-live';
import { Button, Container, Group, VisuallyHidden } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { plural } from '@touchline/ui/format';
import { SegmentedControl } from '@touchline/ui/forms';
import { PageHeader } from '@touchline/ui/PageHeader';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { LoadFailed } from '../LoadFailed.tsx';
import { SECTIONS } from '../rankings-params.ts';
import { setParam } from '../set-param.ts';
import { ResultCard } from './ResultCard.tsx';
import classes from './results.module.css';
import { findStaleKeys, resultsQuery, unsettledQuery } from './results.queries.ts';
import { UnsettledGames } from './UnsettledGames.tsx';

const TYPES = [{ value: 'all', label: 'All', type: null }, ...SECTIONS] as const;

/** `/results`: settled games with winners and prizes. Open to guests. The URL contains type and page. */
export function ResultsPage() {
  useLive(['prizes'], findStaleKeys);
  const [url, setUrl] = useSearchParams();
  const type = TYPES.find(({ value }) => value === url.get('type')) ?? TYPES[0];
  return (
    <Container size="xl" py={{ base: 0, sm: 'md' }}>
      <PageHeader
        title="Results"
        subtitle={
          <>
            Settled games, their winners and prizes. Anyone can check them, and the{' '}
            <Link to="/reserves">reserves</Link> that cover what is owed.
          </>
        }
        actions={
          <SegmentedControl
            aria-label="Type of game"
            data={TYPES.map(({ value, label }) => ({ value, label }))}
            value={type.value}
            onChange={(value) => setUrl(value === 'all' ? {} : { type: value })}
          />
        }
      />
      <p className={classes.mine}>
        <Link to="/results/mine">My results: records, rivals and CSV</Link>
      </p>
      <ResultList key={type.value} type={type.type} after={url.get('after')} />
    </Container>
  );
}

function ResultList({ type, after }: { type: GameType | null; after: string | null }) {
  const { api } = useHost();
  const query = useQuery(resultsQuery(api, type, after));
  const unsettled = useQuery({ ...unsettledQuery(api, type), enabled: after === null });
  // Games without a result are above the results, which they would move. So results wait for the first response.
  const failed = hasFirstLoadFailed(query);
  const awaitsUnsettled =
    unsettled.isLoading && unsettled.failureCount === 0 && !hasFirstLoadFailed(unsettled);
  if ((query.isPending && !failed) || awaitsUnsettled)
    return <RowsSkeleton rows={4} height={190} label="Loading the results" />;
  return (
    <>
      {after === null && unsettled.data ? <UnsettledGames games={unsettled.data} /> : null}
      {query.data && !failed ? (
        <ResultPages after={after} page={query.data} isOutdated={query.isPlaceholderData} />
      ) : (
        <LoadFailed title="Failed to load the results" query={query}>
          Results and prizes are safe. Check your connection.
        </LoadFailed>
      )}
    </>
  );
}

interface ResultPagesProps {
  after: string | null;
  page: Results;
  isOutdated: boolean;
}

function ResultPages({ after, page: { results, next, total }, isOutdated }: ResultPagesProps) {
  const { navigate } = useHost();
  const [, setUrl] = useSearchParams();
  const setAfter = (cursor: string | null) => setUrl(setParam('after', cursor));
  return (
    <>
      <VisuallyHidden role="status">{plural(total, 'result')}</VisuallyHidden>
      {results.length === 0 ? (
        <EmptyState
          title="No results yet"
          action={<Button onClick={() => navigate('/rankings')}>See the rankings</Button>}
        >
          A result appears here when a game is over and its points have been reviewed.
        </EmptyState>
      ) : (
        <ul className={classes.list} aria-label="Results" aria-busy={isOutdated}>
          {results.map((result) => (
            <ResultCard key={result.game_id} result={result} />
          ))}
        </ul>
      )}
      <Group component="nav" aria-label="Pages" justify="flex-end" gap="sm" mt="sm">
        {after ? (
          <Button variant="default" onClick={() => setAfter(null)}>
            Latest results
          </Button>
        ) : null}
        {next ? (
          <Button variant="default" onClick={() => setAfter(next)}>
            Older results
          </Button>
        ) : null}
      </Group>
    </>
  );
}
