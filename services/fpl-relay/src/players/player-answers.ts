import type { Body } from '../bodies/bodies.ts';
import { createBodyCache } from '../bodies/body-cache.ts';
import { type Season, stampOf } from '../snapshots/snapshots.ts';
import { findPlayers, type PlayersQuery } from './find-players.ts';
import { playerDetails } from './player-details.ts';

/** The answers about players, each serialised once per change of the feed. */
export interface PlayerAnswers {
  list(view: Season, query: PlayersQuery): Body;
  /** Null when the season has no such player. */
  details(view: Season, id: number): Body | null;
}

const MOST_LISTS = 200;
/** More than a season has players. */
const MOST_DETAILS = 1_000;

export function createPlayerAnswers(): PlayerAnswers {
  const lists = createBodyCache(MOST_LISTS);
  const details = createBodyCache(MOST_DETAILS);
  return {
    list(view, query) {
      const { players, teams } = view.bootstrap.content;
      const data = () => findPlayers(players, teams, query);
      return lists(JSON.stringify(query), stampOf(view.bootstrap), data);
    },
    details(view, id) {
      if (!view.bootstrap.content.players.some((player) => player.id === id)) return null;
      return details(String(id), stampOfAll(view), () => playerDetails(view, id));
    },
  };
}

/** Versions only grow, and a snapshot that comes new adds its own: another view, another stamp. */
function stampOfAll({ bootstrap, fixtures, live }: Season): string {
  const lives = [...live.values()].reduce((sum, { version }) => sum + version, 0);
  return `${stampOf(bootstrap)}.${stampOf(fixtures)}.${lives}`;
}
