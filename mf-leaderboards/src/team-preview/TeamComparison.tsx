import type { Game } from '@touchline/api/http/games';
import type { PublicPlayer } from '@touchline/api/http/lineups';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { plural } from '@touchline/ui/format';
import { teamQuery } from './team.query.ts';
import classes from './team-preview.module.css';
import { computePoints } from './team-slots.ts';

interface TeamComparisonProps {
  game: Game;
  /** Visible players of the displayed team. */
  theirs: readonly PublicPlayer[];
  /** Id of the other entry. */
  mine: string;
  /** Names of the displayed team and the other one. By default the other one is the user's. */
  names?: readonly [theirs: string, mine: string];
}

/** Visible players whose points only one of the two teams has, as in its score, with their points. */
export function TeamComparison({ game, theirs, mine, names }: TeamComparisonProps) {
  const { api } = useHost();
  const { data } = useQuery(teamQuery(api, game.id, mine));
  if (!data || data.players.length === 0) return null;
  const [theirEleven, ownEleven] = [findEleven(theirs), findEleven(data.players)];
  const findUnique = (players: readonly PublicPlayer[], others: readonly PublicPlayer[]) =>
    players.filter(({ id }) => !others.some((other) => other.id === id));
  const shared = theirEleven.length - findUnique(theirEleven, ownEleven).length;
  const title = names ? 'The difference' : 'Compared with your team';
  const [displayed, other] = names ?? ['this team', 'your team'];
  return (
    <section className={classes.compare} aria-label={title}>
      <h3>{title}</h3>
      <p>{shared === 0 ? 'No player in common.' : `${plural(shared, 'player')} in common.`}</p>
      <UniquePlayers team={displayed} players={findUnique(theirEleven, ownEleven)} />
      <UniquePlayers team={other} players={findUnique(ownEleven, theirEleven)} />
    </section>
  );
}

/** Finds the players who count, after substitutions, also projected ones. */
const findEleven = (players: readonly PublicPlayer[]) =>
  players.filter(({ on_field, substitution }) => substitution?.comes_on ?? on_field);

function UniquePlayers({ team, players }: { team: string; players: readonly PublicPlayer[] }) {
  if (players.length === 0) return null;
  const sum = players.reduce((total, player) => total + computePoints(player), 0);
  const names = [...players]
    .sort((a, b) => computePoints(b) - computePoints(a))
    .map((player) => `${player.web_name} ${computePoints(player)}`);
  return (
    <p>
      <b>
        Only in <bdi>{team}</bdi>, {plural(sum, 'point')}:
      </b>{' '}
      {names.join(', ')}
    </p>
  );
}
