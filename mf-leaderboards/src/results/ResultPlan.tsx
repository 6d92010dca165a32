import type { ResultDocument } from '@touchline/api/http/results';
import { useHost } from '@touchline/host/host';
import { Title } from '@touchline/ui/base';
import { formatDayTime, formatPrize, plural } from '@touchline/ui/format';
import { OnChain } from '@touchline/ui/OnChain';
import type { ReactNode } from 'react';
import classes from './results.module.css';

const TEMPLATES = {
  TOP: 'About the best fifth of the field, with more for higher places',
  HALF: 'Equal prizes for the upper half of the field',
  WINNER: 'The winner takes all',
  FIXED: 'Fixed amounts by place',
};
const ELIGIBLE = {
  ALL: 'All teams',
  STAKERS: 'Teams with an active stake when the game started',
  ENTRANTS: 'Players who joined a paid game of the same season before this game started',
};

/** Plan of the prizes, and where the chain has them. */
export function ResultPlan({ result }: { result: ResultDocument }) {
  const { explorer } = useHost().config.chain;
  const { plan, pool, paid_fees, prizes, total, root, vault, funding } = result;
  return (
    <section className={classes.panel} aria-label="Prize plan">
      <Title order={2} size="h3" mb={4}>
        Prize plan
      </Title>
      <dl className={classes.facts}>
        <Fact label="Prize pool">{formatPrize(pool, plan.token)}</Fact>
        <Fact label="Guaranteed">
          {plan.guarantee === '0' ? 'No' : formatPrize(plan.guarantee, plan.token)}
        </Fact>
        <Fact label="Entry fees paid">{formatPrize(paid_fees, plan.token)}</Fact>
        <Fact label="Commission">{plan.commission_bps / 100}%</Fact>
        <Fact label="Division">{TEMPLATES[plan.template]}</Fact>
        <Fact label="Who can win">{ELIGIBLE[plan.eligibility]}</Fact>
        <Fact label="Sum of the prizes">
          {formatPrize(total, plan.token)} ({plural(prizes, 'prize')})
        </Fact>
        <Fact label="Merkle root">
          {root === null ? 'None: no prizes' : <code className={classes.hash}>{root}</code>}
        </Fact>
        <Fact label="Prize vault">
          {vault === null ? 'None' : <OnChain kind="address" value={vault} explorer={explorer} />}
        </Fact>
        {root === null ? null : (
          <>
            <Fact label="Funding transaction">
              {funding ? (
                <OnChain kind="transaction" value={funding.transaction_hash} explorer={explorer} />
              ) : (
                'Not funded yet'
              )}
            </Fact>
            <Fact label="Claims open">
              {funding ? formatDayTime(funding.claims_open_at) : 'After the funding'}
            </Fact>
          </>
        )}
      </dl>
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
