import { createHash } from 'node:crypto';
import { standingsChanged } from '@touchline/api/events/games';
import { drawLeague } from '@touchline/rules/league-draw';
import {
  findGameweeks,
  getScores,
  hasStarted,
  type Season,
  type SeasonGameweek,
} from '@touchline/rules/season';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { StoredGame } from '../games/game.ts';
import { findGamesById } from '../games/games.store.ts';
import { storeGameweekInputs } from '../settlement/gameweek-inputs.ts';
import {
  findUndrawnStarts,
  lockUndrawnLeagues,
  postponeStart,
  type UndrawnLeague,
  unmarkScored,
  writeDraws,
} from './draw.store.ts';
import type { LeaguesContext } from './leagues-context.ts';

type DrawDeps = Pick<LeaguesContext, 'db' | 'seasons' | 'now'>;

/** A head-to-head league with fewer members starts with a later gameweek, or never after the last one (game rule 9.11). */
const MIN_HEAD_TO_HEAD_MEMBERS = 4;

/** Leagues per transaction. */
const BATCH_SIZE = 200;

/** Draws the head-to-head leagues whose first gameweek has begun. Any number of replicas draw a league once. */
export async function drawLeagues(deps: DrawDeps): Promise<void> {
  const starts = await findUndrawnStarts(deps.db);
  const games = await findGamesById(deps.db, [...starts.keys()]);
  for (const game of games) {
    const season = await deps.seasons.get(game.season);
    const gameweek = findGameweeks(season, game).find(
      (each) => each.id >= starts.get(game.id)! && isDrawable(season, each),
    );
    if (gameweek) await drawGameweek(deps, game, season, gameweek);
  }
}

/** True once the football data of a gameweek has minutes of a player: no member knows it before the draw. */
function isDrawable(season: Season, gameweek: SeasonGameweek): boolean {
  if (gameweek.settled) return true;
  return [...getScores(season, gameweek.id).values()].some((rows) => rows.some(({ minutes }) => minutes > 0));
}

async function drawGameweek(
  { db, now }: DrawDeps,
  game: StoredGame,
  season: Season,
  gameweek: SeasonGameweek,
): Promise<void> {
  const next = findGameweeks(season, game).find((each) => each.id > gameweek.id && !hasStarted(each, now()));
  // Stored by a separate transaction: settlement may store the same data and must not wait for the draws.
  const digest = await db.transaction((trx) => storeGameweekInputs(trx, season, gameweek));
  const data_hash = digest.toString('hex');
  for (let done = BATCH_SIZE; done === BATCH_SIZE; ) {
    done = await db.transaction(async (trx) => {
      const leagues = await lockUndrawnLeagues(trx, game.id, gameweek.id, BATCH_SIZE);
      const [large, small] = [true, false].map((isLarge) =>
        leagues.filter(({ members }) => members.length >= MIN_HEAD_TO_HEAD_MEMBERS === isLarge),
      );
      await postponeStart(
        trx,
        small!.map(({ id }) => id),
        next?.id ?? game.last_gameweek + 1,
      );
      await writeDraws(trx, gameweek.id, await drawAll(large!, gameweek.id, data_hash));
      await unmarkScored(trx, game.id, gameweek.id);
      await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek: gameweek.id });
      return leagues.length;
    });
  }
}

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');

const drawAll = (leagues: readonly UndrawnLeague[], gameweek: number, data_hash: string) =>
  Promise.all(
    leagues.map(async ({ id, members, ordinals: unordered }) => {
      const draw = await drawLeague({ league_id: id, members, gameweek, data_hash }, sha256);
      const ordinals = draw.members.map((wallet) => unordered[members.indexOf(wallet)]!);
      return { id, draw: { ...draw, ordinals, data_hash } };
    }),
  );
