import type { Body } from '../bodies/bodies.ts';
import { createBodyCache } from '../bodies/body-cache.ts';
import { type Season, stampOf } from '../snapshots/snapshots.ts';
import { findPlayers, type PlayersQuery } from './find-players.ts';
import { createPlayerDetails } from './player-details.ts';

/** The answers about players, serialised once per change of the feed. */
export interface PlayerAnswers {
  list(season: Season, query: PlayersQuery): Body;
  /** Null when the season has no such player. */
  details(season: Season, id: number): Body | null;
}

const MAX_LISTS = 200;
/** More than a season has players. */
const MAX_DETAILS = 1_000;

export function createPlayerAnswers(): PlayerAnswers {
  const lists = createBodyCache(MAX_LISTS);
  const details = createBodyCache(MAX_DETAILS);
  const playerDetails = createPlayerDetails();
  return {
    list(season, query) {
      const { players, teams } = season.bootstrap.content;
      const data = () => findPlayers(players, teams, query);
      return lists(JSON.stringify(query), stampOf(season.bootstrap), data);
    },
    details(season, id) {
      if (!season.bootstrap.content.players.some((player) => player.id === id)) return null;
      return details(String(id), stampOfAll(season), () => playerDetails(season, id));
    },
  };
}

/** Versions only grow and every new snapshot adds its own, so their sum identifies the live lists. */
function stampOfAll({ bootstrap, fixtures, live }: Season): string {
  const versions = [...live.values()].reduce((sum, { version }) => sum + version, 0);
  return `${stampOf(bootstrap)}.${stampOf(fixtures)}.${versions}`;
}
