import { RESERVES_CSV_PATH, type Reserves, reserves } from '@touchline/api/http/reserves';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { useNow } from '@touchline/host/use-now';
import { Anchor, Container, Text, VisuallyHidden } from '@touchline/ui/base';
import { formatCount, formatDayTime, plural } from '@touchline/ui/format';
import { PageHeader } from '@touchline/ui/PageHeader';
import { ReservesTable } from '@touchline/ui/ReservesTable';
import { NotLoaded } from '../NotLoaded.tsx';
import classes from './reserves.module.css';

/** The server computes the reserves at most every 30 seconds. */
const REFRESH_MS = 30_000;

/** `/reserves`: what the wallets of the operator hold, and what they owe. Open to guests. */
export function ReservesPage() {
  const { api } = useHost();
  const query = useQuery({
    queryKey: ['reserves'],
    queryFn: ({ signal }) => api.request(reserves, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Container size="xl" py={{ base: 0, sm: 'md' }}>
      <PageHeader
        title="Reserves"
        eyebrow={<Link to="/results">Results</Link>}
        subtitle="Balances on the chain against everything that is owed: entry fees, guarantees, prizes, refunds and stakes."
        actions={
          <Anchor href={`/api${RESERVES_CSV_PATH}`} download className={classes.csv}>
            Download CSV
          </Anchor>
        }
      />
      {query.data ? (
        <Content reserves={query.data} failed={query.isError} />
      ) : (
        <NotLoaded what="the reserves" query={query} rows={6}>
          The chain or a service did not respond. Prizes, stakes and refunds are not affected.
        </NotLoaded>
      )}
    </Container>
  );
}

function Content({ reserves: { tokens, block, computed_at, covered }, failed }: ContentProps) {
  const { explorer } = useHost().config.chain;
  const age = Math.max(0, Math.round((useNow() - Date.parse(computed_at)) / 1_000));
  return (
    <>
      <Text fw={600} mb={4} c={covered ? 'grass' : 'danger'}>
        {covered
          ? 'The balances cover everything that is owed.'
          : 'The balance of at least one token is lower than what is owed. Games with a guarantee stay closed until it covers the debts.'}
      </Text>
      <p className={classes.muted}>
        Balances at block{' '}
        {explorer === '' ? (
          formatCount(block)
        ) : (
          <a href={`${explorer}/block/${block}`} target="_blank" rel="noreferrer">
            {formatCount(block)}
          </a>
        )}
        , on which two RPCs agree.{' '}
        {age < 3_600 ? `${plural(age, 'second')} old.` : `Computed ${formatDayTime(computed_at)}.`}
        {failed ? ' The latest figures could not be loaded.' : ''}
      </p>
      <VisuallyHidden component="h2">Balances and debts by token</VisuallyHidden>
      <div className={classes.tokens}>
        {tokens.map((each) => (
          <div key={each.token.address} className={classes.panel}>
            <ReservesTable reserves={each} explorer={explorer} />
          </div>
        ))}
      </div>
    </>
  );
}

interface ContentProps {
  reserves: Reserves;
  /** True if the last refresh failed. */
  failed: boolean;
}
