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
  /** Id of the user's entry. */
  mine: string;
}

/** Visible starters that only one of the two teams has, with their points. */
export function TeamComparison({ game, theirs, mine }: TeamComparisonProps) {
  const { api } = useHost();
  const { data } = useQuery(teamQuery(api, game.id, mine));
  if (!data || data.players.length === 0) return null;
  const [theirStarters, ownStarters] = [findStarters(theirs), findStarters(data.players)];
  const findUnique = (players: readonly PublicPlayer[], others: readonly PublicPlayer[]) =>
    players.filter(({ id }) => !others.some((other) => other.id === id));
  const shared = theirStarters.length - findUnique(theirStarters, ownStarters).length;
  return (
    <section className={classes.compare} aria-label="Compared with your team">
      <h3>Compared with your team</h3>
      <p>{shared === 0 ? 'No player in common.' : `${plural(shared, 'player')} in common.`}</p>
      <UniquePlayers title="Only in this team" players={findUnique(theirStarters, ownStarters)} />
      <UniquePlayers title="Only in your team" players={findUnique(ownStarters, theirStarters)} />
    </section>
  );
}

const findStarters = (players: readonly PublicPlayer[]) => players.filter(({ on_field }) => on_field);

function UniquePlayers({ title, players }: { title: string; players: readonly PublicPlayer[] }) {
  if (players.length === 0) return null;
  const sum = players.reduce((total, player) => total + computePoints(player), 0);
  const names = [...players]
    .sort((a, b) => computePoints(b) - computePoints(a))
    .map((player) => `${player.web_name} ${computePoints(player)}`);
  return (
    <p>
      <b>
        {title}, {plural(sum, 'point')}:
      </b>{' '}
      {names.join(', ')}
    </p>
  );
}
