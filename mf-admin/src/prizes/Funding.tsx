import { type AdminSettlement, getSettlementFunding } from '@touchline/api/http/admin-prizes';
import { useHost } from '@touchline/host/host';
import { queryOptions, useQuery } from '@touchline/host/query';
import { Button } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { formatPrize } from '@touchline/ui/format';
import { adminKey } from '../admin.queries.ts';
import { CopyableText } from '../components/CopyableText.tsx';
import type { PrizeRunner } from './prize-runner.ts';
import classes from './prizes.module.css';

interface FundingProps {
  settlement: AdminSettlement;
  runner: PrizeRunner;
  isBusy: boolean;
}

/** Funding of a settlement from the treasury, and why a transaction on the chain is not accepted as the funding. */
export function Funding({ settlement, runner, isBusy }: FundingProps) {
  const { game_id: game, game_name: name, prizes, funding_problem } = settlement;
  return (
    <section aria-label="Funding">
      <h3 className={classes.subtitle}>Funding</h3>
      {funding_problem ? (
        <Alert color="danger" role="alert" title="Funding problem" mb="sm">
          {funding_problem}
        </Alert>
      ) : null}
      {settlement.funding_seen ? (
        <p role="status">The chain has the funding. The prizes are funded as soon as its block is final.</p>
      ) : null}
      {prizes.state === 'SETTLED' && !settlement.funding_seen ? (
        <>
          <Sender game={game} />
          <Button disabled={isBusy} onClick={() => runner.fund({ game, name })}>
            {`Fund ${formatPrize(prizes.pool, prizes.token)}`}
          </Button>
        </>
      ) : null}
    </section>
  );
}

function Sender({ game }: { game: string }) {
  const { api } = useHost();
  const { data } = useQuery(
    queryOptions({
      queryKey: [...adminKey(), 'funding', game],
      queryFn: ({ signal }) => api.request(getSettlementFunding, { params: { id: game }, signal }),
    }),
  );
  if (!data) return null;
  return (
    <p className={classes.muted}>
      From the treasury <CopyableText value={data.sender} label="treasury address" /> to the prize vault{' '}
      <CopyableText value={data.vault} label="vault address" />. Your wallet must expose the treasury to this
      site. It asks for one confirmation if it supports batches, otherwise for two.
    </p>
  );
}
