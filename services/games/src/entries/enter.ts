import { randomUUID } from 'node:crypto';
import { standingsChanged } from '@touchline/api/events/games';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import { editGameweek, latestGameweek, type Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import type { ChangeGame } from '../games/game-queue.ts';
import { raiseVersion } from '../games/games.store.ts';
import { insertEntry } from './entries.store.ts';
import type { Entry } from './entry.ts';
import type { TeamDraft } from './team.ts';

export interface JoinDeps {
  db: Database;
  changeGame: ChangeGame;
  seasons: Seasons;
  calendar: Calendar;
  now: () => number;
}

/** In the game; `created` by this very call. */
export interface Joined {
  state: 'JOINED';
  entry: Entry;
  created: boolean;
}

type Newcomer = Pick<Entry, 'game_id' | 'wallet_address' | 'joined_at'> & { team: TeamDraft };

const UNTOUCHED = { suspended: false, edits: 0, excluded: null } as const;

/** Enters a team into a game and publishes it. Locks the game's row until the commit, so ordinals have no gaps. */
export async function enter(
  trx: Knex.Transaction,
  season: Season,
  { game_id, wallet_address, team, joined_at }: Newcomer,
): Promise<Entry> {
  const game = await raiseVersion(trx, game_id);
  const { lineup, digest: join_digest, ...draft } = team;
  const entry = await insertEntry(
    trx,
    { ...draft, ...UNTOUCHED, id: randomUUID(), game_id, wallet_address, joined_at, join_digest },
    {
      ...lineup,
      saved_at: joined_at,
      effective_gameweek: editGameweek(season, game, joined_at),
      game_version: game.version,
    },
  );
  const gameweek = latestGameweek(season, game, joined_at)?.id ?? null;
  await writeOutbox(trx, standingsChanged, { game_id, gameweek });
  return entry;
}
