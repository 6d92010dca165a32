import type { Body } from '../fpl/bodies.ts';
import { createBodyCache } from '../fpl/body-cache.ts';
import type { SeasonView } from '../snapshots/snapshots.ts';
import { findPlayers, type PlayersQuery } from './find-players.ts';
import { playerDetails } from './player-details.ts';

/** The answers about players, each serialised once per change of the feed. */
export interface PlayerAnswers {
  list(view: SeasonView, query: PlayersQuery): Body;
  /** Null when the season has no such player. */
  details(view: SeasonView, id: number): Body | null;
}

const MOST_LISTS = 200;
/** More than a season has players. */
const MOST_DETAILS = 1_000;

export function createPlayerAnswers(): PlayerAnswers {
  const lists = createBodyCache(MOST_LISTS);
  const details = createBodyCache(MOST_DETAILS);
  return {
    list(view, query) {
      const { season, version, content } = view.bootstrap;
      const data = () => findPlayers(content.players, content.teams, query);
      return lists(JSON.stringify(query), `${season}.${version}`, data);
    },
    details(view, id) {
      if (!view.bootstrap.content.players.some((player) => player.id === id)) return null;
      return details(String(id), stampOf(view), () => playerDetails(view, id));
    },
  };
}

/** Every part of the stamp only grows, a snapshot that comes new adds its version: another view, another stamp. */
function stampOf({ season, bootstrap, fixtures, live }: SeasonView): string {
  const lives = [...live.values()].reduce((sum, { version }) => sum + version, 0);
  return `${season}.${bootstrap.version}.${fixtures.version}.${lives}`;
}
