import * as football from '@touchline/api/http/fpl';
import { createBodyCache } from '../bodies/bodies.ts';
import { getStamp, type Season } from '../snapshots/snapshots.ts';
import { findPlayers, type PlayersQuery } from './find-players.ts';
import { buildPlayerDetails } from './player-details.ts';

/** Response bodies about players, serialised once per change of the feed. */
export type PlayerResponses = ReturnType<typeof createPlayerResponses>;

const MAX_LISTS = 200;
/** More than the number of players in a season. */
const MAX_DETAILS = 1_000;

export function createPlayerResponses() {
  const lists = createBodyCache(football.players, MAX_LISTS);
  const details = createBodyCache(football.playerDetails, MAX_DETAILS);
  return {
    list(season: Season, query: PlayersQuery) {
      const { players, teams } = season.bootstrap.content;
      const data = () => findPlayers(players, teams, query);
      return lists(JSON.stringify(query), getStamp(season.bootstrap), data);
    },
    /** Null when the season has no such player. */
    details(season: Season, id: number) {
      const player = season.bootstrap.content.players.find((one) => one.id === id);
      return player
        ? details(String(id), getSeasonStamp(season), () => buildPlayerDetails(season, player))
        : null;
    },
  };
}

/** Identifies the data of a player's details. Versions only grow, so their sum identifies the live lists. */
function getSeasonStamp({ bootstrap, fixtures, live }: Season): string {
  const versions = [...live.values()].reduce((sum, { version }) => sum + version, 0);
  return `${getStamp(bootstrap)}.${getStamp(fixtures)}.${versions}`;
}
