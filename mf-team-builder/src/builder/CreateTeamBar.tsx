import { fieldPlayers } from '@touchline/rules/draft';
import { formatPrice } from '@touchline/rules/players';
import { squadCost } from '@touchline/rules/squad';
import { Button, Loader } from '@touchline/ui/base';
import { useRef } from 'react';
import { useDraft, useSquad } from '../draft/builder-context.tsx';
import { useBottomBar } from '../page/use-bottom-bar.ts';
import classes from './CreateTeamBar.module.css';
import { whyNotReady } from './submission.ts';
import type { Creation } from './use-create-team.ts';

/** The sticky bar with the budget used, the team's completeness and the button that creates the team, or why it is disabled. */
export function CreateTeamBar({ creation }: { creation: Creation }) {
  const bar = useRef<HTMLElement>(null);
  useBottomBar(bar);
  const squad = useSquad();
  const { draft } = useDraft();
  const missing = whyNotReady(
    squad.map((player) => player.rules),
    fieldPlayers(draft).length,
  );
  return (
    <section ref={bar} className={classes.create} aria-label="Create your team">
      <dl className={classes.sums}>
        <div>
          <dt>Budget Used</dt>
          <dd>{formatPrice(squadCost(squad))}</dd>
        </div>
        <div>
          <dt>Team Complete</dt>
          <dd data-tone={missing ? 'warn' : 'grass'}>{missing ? 'Incomplete' : 'Ready'}</dd>
        </div>
      </dl>
      <Button
        disabled={missing !== null || creation.creating}
        aria-describedby={missing ? 'create-reason' : undefined}
        leftSection={
          creation.creating ? <Loader size={18} color="currentColor" aria-hidden="true" /> : undefined
        }
        onClick={creation.create}
      >
        {creation.creating ? 'Creating Team...' : 'Create Team'}
      </Button>
      {missing ? (
        <p id="create-reason" className={classes.reason}>
          {missing}
        </p>
      ) : null}
    </section>
  );
}
