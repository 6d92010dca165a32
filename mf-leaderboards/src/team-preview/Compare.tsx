import type { Game } from '@touchline/api/http/games';
import type { PublicPlayer } from '@touchline/api/http/lineups';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { plural } from '@touchline/ui/format';
import { teamOf } from './team.query.ts';
import classes from './team-preview.module.css';
import { pointsOf } from './team-slots.ts';

interface CompareProps {
  game: Game;
  /** The visible players of the team that is shown. */
  theirs: readonly PublicPlayer[];
  /** The user's participation. */
  mine: string;
}

/** Who is only in one of the two elevens, with the points that make the difference; as far as both are visible. */
export function Compare({ game, theirs, mine }: CompareProps) {
  const { api } = useHost();
  const { data } = useQuery(teamOf(api, game.id, mine));
  if (!data || data.players.length === 0) return null;
  const [here, own] = [eleven(theirs), eleven(data.players)];
  const only = (players: readonly PublicPlayer[], others: readonly PublicPlayer[]) =>
    players.filter(({ id }) => !others.some((other) => other.id === id));
  const shared = here.length - only(here, own).length;
  return (
    <section className={classes.compare} aria-label="Compared with your team">
      <h3>Compared with your team</h3>
      <p>{shared === 0 ? 'No player in common.' : `${plural(shared, 'player')} in common.`}</p>
      <Only title="Only here" players={only(here, own)} />
      <Only title="Only yours" players={only(own, here)} />
    </section>
  );
}

const eleven = (players: readonly PublicPlayer[]) => players.filter(({ on_field }) => on_field);

function Only({ title, players }: { title: string; players: readonly PublicPlayer[] }) {
  if (players.length === 0) return null;
  const sum = players.reduce((total, player) => total + pointsOf(player), 0);
  const names = [...players]
    .sort((a, b) => pointsOf(b) - pointsOf(a))
    .map((player) => `${player.web_name} ${pointsOf(player)}`);
  return (
    <p>
      <b>
        {title}, {plural(sum, 'point')}:
      </b>{' '}
      {names.join(', ')}
    </p>
  );
}
