import { fieldPlayers } from '@touchline/rules/draft';
import { formatPrice } from '@touchline/rules/prices';
import {
  BUDGET_TENTHS,
  countPositions,
  POSITION_TARGETS,
  POSITIONS,
  positionName,
  squadCost,
} from '@touchline/rules/squad';
import { Button, Loader } from '@touchline/ui/base';
import { useRef } from 'react';
import { useDraft, useSquad } from '../draft/builder-context.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';
import { useBottomBar } from '../page/use-bottom-bar.ts';
import classes from './CreateTeamBar.module.css';
import { squadError } from './submission.ts';
import type { Creation } from './use-create-team.ts';

/** The sticky bar with the budget used, the team's completeness and the create button, or the reason why it is disabled. */
export function CreateTeamBar({ creation }: { creation: Creation }) {
  const bar = useRef<HTMLElement>(null);
  useBottomBar(bar);
  const squad = useSquad();
  const { draft } = useDraft();
  const missing = squadError(squad, fieldPlayers(draft).length);
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
        <div className={classes.reason}>
          <p id="create-reason">{missing}</p>
          <MissingPlayers squad={squad} />
        </div>
      ) : null}
    </section>
  );
}

/** Missing players and remaining budget: "2 DEF and 1 FWD to go, £12.4m left". */
function MissingPlayers({ squad }: { squad: readonly BuilderPlayer[] }) {
  const counts = countPositions(squad);
  const open = POSITIONS.map((position) => [POSITION_TARGETS[position] - counts[position], position] as const)
    .filter(([count]) => count > 0)
    .map(([count, position]) => `${count} ${positionName(position)}`);
  if (open.length === 0) return null;
  const left = BUDGET_TENTHS - squadCost(squad);
  const needed = `${open.slice(0, -1).join(', ')}${open.length > 1 ? ' and ' : ''}${open.at(-1)} to go`;
  return <p>{left < 0 ? needed : `${needed}, ${formatPrice(left)} left`}</p>;
}
