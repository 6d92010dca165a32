import { createHash } from 'node:crypto';
import { clubByCode } from '@touchline/rules/clubs';
import { type Database, query, queryOne, toWalletBytes } from '@touchline/service-kit/data/database';
import type { AutomaticLeague, AutomaticRule } from './league.ts';

interface OwnEntry {
  game_id: string;
  /** First gameweek of the entry. */
  gameweek: number;
  /** First gameweek and start of the game. */
  start_gameweek: number;
  start: number;
  /** Club that the user supports. */
  club: number | null;
}

/** Lists the automatic leagues of a wallet; they follow from its entries and its club. */
export async function listAutomaticLeagues(
  db: Database,
  wallet: string,
  gameId: string | null,
): Promise<AutomaticLeague[]> {
  const entries = await query<OwnEntry>(
    db,
    `select game_id, entries.first_gameweek as gameweek, games.first_gameweek as start_gameweek, start_time as start, club
     from entries join games on games.id = game_id left join supported_clubs using (wallet)
     where wallet = :wallet and (cast(:game as uuid) is null or game_id = :game) order by joined_at desc, game_id`,
    { wallet: toWalletBytes(wallet), game: gameId },
  );
  return entries.flatMap((entry) => {
    const { gameweek, club } = entry;
    return [
      buildLeague(entry, { kind: 'EVERYONE' }, 'Everyone'),
      buildLeague(entry, { kind: 'JOINED_TOGETHER', gameweek }, `Since gameweek ${gameweek}`),
      ...(club === null
        ? []
        : [buildLeague(entry, { kind: 'CLUB', club }, `${clubByCode(club).name} supporters`)]),
    ];
  });
}

/** Finds an automatic league of a wallet by its id; null for all other ids. */
export async function findAutomaticLeague(
  db: Database,
  id: string,
  wallet: string,
): Promise<AutomaticLeague | null> {
  const leagues = await listAutomaticLeagues(db, wallet, null);
  return leagues.find((league) => league.id === id) ?? null;
}

const buildLeague = (
  { game_id, start, ...entry }: OwnEntry,
  rule: AutomaticRule,
  name: string,
): AutomaticLeague => ({
  id: buildId(`${game_id} ${Object.values(rule).join(' ')}`),
  game_id,
  name,
  rule,
  kind: 'CLASSIC',
  code: null,
  owner: null,
  co_admins: [],
  start_gameweek: rule.kind === 'JOINED_TOGETHER' ? rule.gameweek : entry.start_gameweek,
  uses_coefficient: true,
  knock_out_gameweeks: 0,
  members: 0,
  draw: null,
  created_at: start,
});

/** Builds the id of an automatic league: a UUID (version 8) from the hash of its rule. */
function buildId(text: string): string {
  const hex = createHash('sha256').update(`automatic league ${text}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns true for the ids of `buildId`; other leagues have random ids (version 4). */
export const isAutomaticId = (id: string) => id[14] === '8';

/** Finds the club that a wallet supports; null for none. */
export async function findSupportedClub(db: Database, wallet: string): Promise<number | null> {
  const row = await queryOne<{ club: number }>(db, 'select club from supported_clubs where wallet = ?', [
    toWalletBytes(wallet),
  ]);
  return row?.club ?? null;
}

/** Stores the club that a wallet supports; null removes it. */
export async function storeSupportedClub(db: Database, wallet: string, club: number | null): Promise<void> {
  const bytes = toWalletBytes(wallet);
  if (club === null) await db.raw('delete from supported_clubs where wallet = ?', [bytes]);
  else
    await db.raw(
      'insert into supported_clubs (wallet, club) values (?, ?) on conflict (wallet) do update set club = excluded.club',
      [bytes, club],
    );
}
