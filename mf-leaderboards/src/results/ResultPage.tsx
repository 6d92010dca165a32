import type { ResultDocument } from '@touchline/api/http/results';
import { useHost } from '@touchline/host/host';
import { useLoadError } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link, useParams } from '@touchline/host/router';
import { useLive } from '@touchline/host/use-live';
import { Container, Stack, Title } from '@touchline/ui/base';
import { formatDate } from '@touchline/ui/format';
import { PageHeader } from '@touchline/ui/PageHeader';
import { PrizeTable } from '@touchline/ui/PrizeTable';
import { ShareButton } from '@touchline/ui/ShareButton';
import { pluralEntries } from '../format.ts';
import { isMissing } from '../is-missing.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import { useArrived } from '../use-arrived.ts';
import { CheckResult } from './CheckResult.tsx';
import { PaymentNote, PaymentState } from './PaymentState.tsx';
import { ResultEntries } from './ResultEntries.tsx';
import { ResultPlan } from './ResultPlan.tsx';
import classes from './results.module.css';
import { findStaleKeys, resultQuery } from './results.queries.ts';
import { Unsettled } from './Unsettled.tsx';

/** `/results/:id`: the result of a settled game. Open to guests. */
export function ResultPage() {
  useLive(['prizes'], findStaleKeys);
  const { id = '' } = useParams();
  const { api } = useHost();
  const query = useQuery(resultQuery(api, id));
  const error = useLoadError(query);
  const result = useArrived(query.data);
  return (
    <Container size="xl" py={{ base: 0, sm: 'md' }}>
      <PageHeader
        title={result?.game.name ?? 'Result'}
        eyebrow={<Link to="/results">Results</Link>}
        actions={result ? <PaymentState payment={result} /> : null}
      />
      {result ? (
        <Result result={result} />
      ) : isMissing(error) ? (
        <Unsettled id={id} />
      ) : (
        <NotLoaded what="the result" query={query}>
          The result and its prizes are safe. Check your connection.
        </NotLoaded>
      )}
    </Container>
  );
}

function Result({ result }: { result: ResultDocument }) {
  const { game, plan, entries, table } = result;
  return (
    <Stack>
      <p className={classes.muted}>
        Settled on {formatDate(result.settled_at)}, {pluralEntries(entries)}
      </p>
      <PaymentNote result={result} />
      <ResultEntries result={result} />
      <section className={classes.panel} aria-label="Prizes">
        <Title order={2} size="h3" mb={4}>
          Prizes
        </Title>
        {table.length === 0 ? (
          <p>This game pays no prizes.</p>
        ) : (
          <PrizeTable rows={table} token={plan.token} label="Prizes" />
        )}
      </section>
      <ResultPlan result={result} />
      <p className={classes.muted}>
        <Link to="/reserves">Reserves</Link>: balances of the operator's wallets against all debts.
      </p>
      <CheckResult key={game.id} id={game.id} entries={entries} />
      <ShareButton label="Share this result" title={game.name} path={`/results/${game.id}`} />
    </Stack>
  );
}
