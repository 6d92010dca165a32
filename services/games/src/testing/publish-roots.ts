import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { createLog } from '@touchline/service-kit/process/log';
import { createSeasons } from '../football/seasons.ts';
import { findSealedGames } from '../lock-roots/lock-roots.store.ts';
import { publishLockRoots } from '../lock-roots/publish.ts';
import type { GamesApp } from './games-app.ts';

/** Publishes the lock roots of all games that are due, like a replica. */
export async function publishRoots({ db, clock }: GamesApp): Promise<void> {
  const seasons = createSeasons(db, DEFAULT_CALENDAR);
  const deps = { db, seasons, log: createLog('games', 'silent'), now: () => clock.now };
  for (const game of await findSealedGames(db)) await publishLockRoots(deps, game);
}
