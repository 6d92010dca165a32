import type { PublicPlayer } from '@touchline/api/http/lineups';
import { useWatchlist } from '@touchline/host/use-watchlist';
import { plural } from '@touchline/ui/format';
import { WatchButton } from '@touchline/ui/WatchButton';
import classes from './team-preview.module.css';
import { computePoints } from './team-slots.ts';

/** Expandable list of the visible players of a team with their points and a star for the watchlist. */
export function WatchPlayers({ players }: { players: readonly PublicPlayer[] }) {
  const { codes, toggle } = useWatchlist();
  if (players.length === 0) return null;
  return (
    <details className={classes.watch}>
      <summary>Watch these players</summary>
      <ul aria-label="Players of this team">
        {players.map((player) => (
          <li key={player.id}>
            <span>
              {player.web_name} <small>{player.team_short_name}</small>
            </span>
            <span>{plural(computePoints(player), 'pt')}</span>
            <WatchButton
              name={player.web_name}
              watched={codes.has(player.code)}
              onToggle={() => toggle(player.code)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
