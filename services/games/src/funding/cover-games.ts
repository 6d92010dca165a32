import { gameChanged } from '@touchline/api/events/games';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { GamesContext } from '../games/games-context.ts';
import { findUncoveredGames } from './reserves.store.ts';
import { isCovered, type ReadReserves } from './reserves.ts';

interface CoverDeps extends Pick<GamesContext, 'db' | 'writes'> {
  readReserves: ReadReserves;
  /** If false, games open regardless of the reserves. */
  reservesRequired: boolean;
}

/**
 * Opens the games with a guarantee whose token covers all of its debts, all guarantees included. A game that was open once stays open.
 * @returns the number of games that stay closed
 */
export async function coverGames({ db, writes, readReserves, reservesRequired }: CoverDeps): Promise<number> {
  const games = await findUncoveredGames(db);
  if (games.length === 0) return 0;
  const covered = reservesRequired ? await readCoveredTokens(readReserves) : null;
  let closed = 0;
  for (const { id, token, guarantee } of games) {
    if (covered !== null && !covered.has(token)) {
      closed += 1;
      continue;
    }
    await writes.run(id, async (trx) => {
      await trx.raw(
        `update games set prizes_covered = true
         where id = ? and lower(prize_plan -> 'token' ->> 'address') = ? and prize_plan ->> 'guarantee' = ?`,
        [id, token, guarantee],
      );
      await writeOutbox(trx, gameChanged, { game_id: id });
    });
  }
  return closed;
}

/** Reads the reserves again: earlier ones may lack the guarantees of games that were created or changed since. */
async function readCoveredTokens(readReserves: ReadReserves): Promise<Set<string>> {
  const { tokens } = await readReserves(0);
  return new Set(tokens.filter(isCovered).map(({ token }) => token.address.toLowerCase()));
}
