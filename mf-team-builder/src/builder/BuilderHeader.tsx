import { useHost } from '@touchline/host/host';
import { formatPrice } from '@touchline/rules/prices';
import { BUDGET_TENTHS, SQUAD_SIZE, squadCost } from '@touchline/rules/squad';
import { Badge, Button } from '@touchline/ui/base';
import { IconArrowLeft } from '@touchline/ui/icons';
import { useBuilder, useSquad } from '../draft/builder-context.ts';
import { isPaid } from '../game/game.ts';
import classes from './BuilderHeader.module.css';
import type { FirstGameweek } from './first-gameweek.ts';
import { JoinNote } from './JoinNote.tsx';

/** Returns the colour of the remaining budget in tenths: red below 0, orange below 50 (BUILD-10). */
function getBudgetTone(left: number): 'danger' | 'warn' | 'grass' {
  if (left < 0) return 'danger';
  return left < 50 ? 'warn' : 'grass';
}

/** Header with the game, the team's first gameweek, the remaining budget and the number of players (BUILD-09, BUILD-10). */
export function BuilderHeader({ firstGameweek }: { firstGameweek: FirstGameweek | null }) {
  const host = useHost();
  const { chosen, game } = useBuilder();
  const squad = useSquad();
  const left = BUDGET_TENTHS - squadCost(squad);
  const paid = game ? isPaid(game) : chosen.mode !== 'weekly';
  return (
    <header className={classes.header}>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconArrowLeft size={18} />}
        className={classes.back ?? ''}
        onClick={() =>
          chosen.mode === 'tournament'
            ? host.navigate('/tournament-select', { state: { gameMode: chosen.mode } })
            : host.navigate('/choose-game')
        }
      >
        Back
      </Button>
      <div className={classes.names}>
        <h1>Team Builder</h1>
        <div className={classes.game}>
          <span>{game?.name ?? 'No game selected'}</span>
          <Badge color={paid ? 'gold' : 'grass'}>{paid ? 'Payment Required' : 'Free Entry'}</Badge>
          <JoinNote firstGameweek={firstGameweek} />
        </div>
      </div>
      <dl className={classes.counts}>
        <div>
          <dt>Budget</dt>
          <dd data-tone={getBudgetTone(left)} data-testid="budget">
            {left < 0 ? `-${formatPrice(-left)}` : formatPrice(left)}
          </dd>
        </div>
        <div>
          <dt>Players</dt>
          <dd>
            {squad.length}/{SQUAD_SIZE}
          </dd>
        </div>
      </dl>
    </header>
  );
}
