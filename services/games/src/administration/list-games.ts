import type { ListQuery } from '@touchline/api/admin-values';
import type { AdminGame, AdminGameDetails, GAME_COLUMNS } from '@touchline/api/http/admin-games';
import { toInstant } from '@touchline/api/values';
import { tokensToWei, weiToTokens } from '@touchline/rules/tokens';
import {
  createAmountMatcher,
  createDayMatcher,
} from '@touchline/service-kit/administration/displayed-values';
import type { Database } from '@touchline/service-kit/data/database';
import { computeSettlement } from '../games/game.ts';
import { readAllGames } from '../games/games.store.ts';
import { requireGame } from '../games/games.ts';
import { buildForm } from './game-edit.ts';
import { sumPaidEntries } from './games.store.ts';

type Column = (typeof GAME_COLUMNS)[number];
type Row = AdminGame & { created_at: string };

/** Lists games. Reads all of them for each request, because there are only a few dozen per season. */
export async function listGames(
  db: Database,
  { page, limit, sortBy, sortOrder, search = '' }: ListQuery<Column>,
  now: number,
): Promise<{ games: AdminGame[]; total: number }> {
  const all = (await readAllGames(db)).map(
    (game): Row => ({
      id: game.id,
      ...buildForm(game, now),
      participation_count: game.participants,
      created_at: toInstant(game.created_at),
    }),
  );
  const found = all.filter(createMatcher(search.toLowerCase()));
  const direction = sortOrder === 'asc' ? 1 : -1;
  found.sort((a, b) => direction * (compare(a, b, sortBy) || (a.id < b.id ? -1 : 1)));
  const games = found.slice((page - 1) * limit, page * limit).map(({ created_at: _, ...row }) => row);
  return { games, total: found.length };
}

/** @param search in lower case */
function createMatcher(search: string): (game: AdminGame) => boolean {
  const matchesAmount = createAmountMatcher(search);
  const matchesDay = createDayMatcher(search);
  return ({ id, name, game_type, status, entry_fee, start_time, end_time, participation_count }) =>
    [id, name, game_type, status].some((text) => text.toLowerCase().includes(search)) ||
    [entry_fee, String(participation_count)].some(matchesAmount) ||
    [start_time, end_time].some((time) => matchesDay(Date.parse(time)));
}

function compare(a: Row, b: Row, column: Column): number {
  if (column === 'participation_count') return a[column] - b[column];
  if (column === 'entry_fee') return Number(tokensToWei(a[column]) - tokensToWei(b[column]));
  const [left, right] = [a[column].toLowerCase(), b[column].toLowerCase()];
  return left < right ? -1 : Number(left > right);
}

/** Reads the admin view of a game. @throws TouchlineError NOT_FOUND */
export async function readGameDetails(
  { db, now }: { db: Database; now: () => number },
  id: string,
): Promise<AdminGameDetails> {
  const game = await requireGame(db, id);
  const paid = await sumPaidEntries(db, id);
  const { first_gameweek, last_gameweek, max_participants, cancelled_by } = game;
  return {
    id,
    ...buildForm(game, now()),
    participation_count: game.participants,
    version: String(game.edits),
    settlement: computeSettlement(game, now()),
    created_at: toInstant(game.created_at),
    first_gameweek,
    last_gameweek,
    max_participants,
    cancelled_by,
    paid_entries: paid.entries,
    paid_total: weiToTokens(paid.total),
  };
}
