import type { ParticipationDetails, ParticipationPlayer } from '@touchline/api/http/entries';
import { formatPrice, priceTenths } from '@touchline/rules/prices';
import { positionName } from '@touchline/rules/squad';
import { Dialog } from '@touchline/ui/Dialog';
import { Alert } from '@touchline/ui/data';
import { plural } from '@touchline/ui/format';
import { Shirt } from '@touchline/ui/Shirt';
import { Watch } from '../football/Watch.tsx';
import { GameweekBars } from '../gameweek-plot/GameweekBars.tsx';
import panel from '../page/panel.module.css';
import { describeLock } from '../team/locks.ts';
import { formatMatches, formatStatistic } from '../team/match-labels.ts';
import { computePlayerStatus, findGameweek } from '../team/team-sheet.ts';
import { useLocked } from '../team/use-locked.ts';
import classes from './team-view.module.css';

interface PlayerPointsProps {
  opened: boolean;
  team: ParticipationDetails;
  player: ParticipationPlayer | null;
  onClose: () => void;
}

/** A player's points, match by match. */
export function PlayerPoints({ opened, team, player, onClose }: PlayerPointsProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={player?.full_name}>
      {player ? <Points team={team} player={player} /> : null}
    </Dialog>
  );
}

function Points({ team, player }: { team: ParticipationDetails; player: ParticipationPlayer }) {
  const locked = useLocked(team).has(player.id);
  const status = computePlayerStatus(player, findGameweek(team));
  const past = team.gameweeks.map(({ gameweek, players }) => ({
    gameweek,
    points: players.find(({ id }) => id === player.id)?.points ?? 0,
  }));
  return (
    <div className={classes.points}>
      <div className={classes.pointsHead}>
        <Shirt clubCode={player.team_code} clubShort={player.team_short_name} size={64} />
        <p>
          {positionName(player.position)} · {player.real_team_name} · {formatPrice(priceTenths(player.price))}
        </p>
        {status.points === null ? null : (
          <p className={classes.pointsTotal}>
            {status.points}
            <span>
              {' '}
              {status.points === 1 ? 'pt' : 'pts'}
              {status.doubled ? ', doubled' : ''}
            </span>
          </p>
        )}
      </div>
      {locked ? (
        <p className={panel.small}>
          {describeLock(player)}. Place and armband are fixed until the gameweek is over.
        </p>
      ) : null}
      {player.news ? <Alert color="warn">{player.news}</Alert> : null}
      {player.fixtures.length === 0 ? <p className={panel.hint}>No match in this gameweek.</p> : null}
      {player.fixtures.map((match) => (
        <section key={match.fixture} aria-label={formatMatches({ fixtures: [match] })}>
          <h3>{formatMatches({ fixtures: [match] })}</h3>
          <table className={classes.explain}>
            <tbody>
              {(match.started ? match.explain : []).map((line) => (
                <tr key={line.identifier}>
                  <th scope="row">{formatStatistic(line.identifier)}</th>
                  <td>{line.value}</td>
                  <td>{plural(line.points, 'pt')}</td>
                </tr>
              ))}
              {match.provisional_bonus > 0 ? (
                <tr>
                  <th scope="row">Bonus (provisional)</th>
                  <td />
                  <td>{plural(match.provisional_bonus, 'pt')}</td>
                </tr>
              ) : null}
            </tbody>
          </table>
        </section>
      ))}
      <Watch player={player} withText />
      {past.length > 1 ? <GameweekBars label="Points per gameweek" gameweeks={past} /> : null}
    </div>
  );
}
