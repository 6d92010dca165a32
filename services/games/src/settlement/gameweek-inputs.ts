import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type ResultGameweek, resultGameweek } from '@touchline/api/http/results';
import { getScores, type Season, type SeasonGameweek } from '@touchline/rules/season';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/**
 * Stores the football data of a gameweek as it counts now, once for all games that settle it, so that results can be verified after
 * the feed has changed. @returns its digest
 */
export async function storeGameweekInputs(
  trx: Knex.Transaction,
  season: Season,
  gameweek: SeasonGameweek,
): Promise<Buffer> {
  const body = JSON.stringify(resultGameweek.parse(buildGameweekInputs(season, gameweek)));
  const digest = createHash('sha256').update(body).digest();
  await trx.raw('insert into gameweek_inputs (digest, body) values (?, ?) on conflict do nothing', [
    digest,
    await promisify(gzip)(body),
  ]);
  return digest;
}

function buildGameweekInputs(season: Season, { id, fixtures }: SeasonGameweek): ResultGameweek {
  const scores = [...getScores(season, id).values()].flat();
  return {
    gameweek: id,
    fixtures: fixtures.toSorted((a, b) => a.id - b.id),
    clubs: [...season.players.values()]
      .map(({ id: player, team: club }) => ({ player, club }))
      .sort((a, b) => a.player - b.player),
    scores: scores.sort((a, b) => a.fixture - b.fixture || a.player - b.player),
  };
}

/** Reads the football data that counted for a game in a gameweek; null without any. */
export async function readGameweekInputs(
  db: Database,
  gameId: string,
  gameweek: number,
): Promise<ResultGameweek | null> {
  const row = await queryOne<{ body: Buffer }>(
    db,
    `select body from settled_gameweeks join gameweek_inputs on digest = inputs where game_id = ? and gameweek = ?`,
    [gameId, gameweek],
  );
  return row ? unpackInputs(row.body) : null;
}

/** Reads the matches of all settled gameweeks of a game, as they counted. */
export async function readSettledMatches(
  db: Database,
  gameId: string,
): Promise<{ gameweek: number; kickoff: number | null }[]> {
  const matches: { gameweek: number; kickoff: number | null }[] = [];
  for (const { gameweek } of await readGameweekDigests(db, gameId)) {
    const inputs = await readGameweekInputs(db, gameId, gameweek);
    matches.push(...inputs!.fixtures.map(({ kickoff }) => ({ gameweek, kickoff })));
  }
  return matches;
}

/** Reads the football data with a digest in hexadecimal; null if it is not stored. */
export async function readInputsByDigest(db: Database, digest: string): Promise<ResultGameweek | null> {
  const row = await queryOne<{ body: Buffer }>(
    db,
    "select body from gameweek_inputs where digest = decode(?, 'hex')",
    [digest],
  );
  return row ? unpackInputs(row.body) : null;
}

const unpackInputs = async (body: Buffer) =>
  JSON.parse((await promisify(gunzip)(body)).toString()) as ResultGameweek;

/** Reads the digest of each settled gameweek of a game, in hexadecimal. */
export function readGameweekDigests(
  db: Database,
  gameId: string,
): Promise<{ gameweek: number; digest: string }[]> {
  return query(
    db,
    `select gameweek, encode(inputs, 'hex') as digest from settled_gameweeks
     where game_id = ? and inputs is not null order by gameweek`,
    [gameId],
  );
}
