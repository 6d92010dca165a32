import { randomUUID } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import { standingsChanged } from '@touchline/api/events/games';
import {
  findJoinedGameweek,
  findLatestGameweek,
  findLatestKickoff,
  type Season,
} from '@touchline/rules/season';
import { buildOutboxRow, wakeAfterCommit } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';
import { readParticipants } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { insertEntries } from './entries.store.ts';
import type { Entered, Entry } from './entry.ts';
import type { TeamDraft } from './team.ts';

/** Result of a join; `created` is false when the entry existed before this request. */
export interface Joined {
  state: 'JOINED';
  entry: Entry;
  created: boolean;
}

export type NewEntry = Pick<Entry, 'wallet_address' | 'joined_at'> & { team: TeamDraft };

const UNTOUCHED = { suspended: false, edits: 0, excluded: null } as const;

/**
 * Enters teams into a game in order, as one batch of lineups, and publishes one event for all. The caller must have locked the
 * game's row, so that ordinals have no gaps. Each entry raises the version of the game by one.
 */
export async function enterTeams(
  { numberRosters, seals }: Pick<GamesContext, 'numberRosters' | 'seals'>,
  trx: Knex.Transaction,
  season: Season,
  game: StoredGame,
  newEntries: readonly NewEntry[],
): Promise<Entered[]> {
  if (newEntries.length === 0) return [];
  const participants = await readParticipants(trx, game.id);
  const entered = newEntries.map(({ team, wallet_address, joined_at }, index): Entered => {
    const { lineup, digest: join_digest, ...draft } = team;
    const id = createEntryId(joined_at);
    const ordinal = participants + index + 1;
    const gameweek = findJoinedGameweek(season, game, joined_at);
    const version = { participation_id: id, ordinal, gameweek, number: 1, saved_at: joined_at };
    const { commitment } = seals.commit(version, lineup);
    return {
      entry: {
        ...draft,
        ...UNTOUCHED,
        id,
        game_id: game.id,
        ordinal,
        wallet_address,
        joined_at,
        join_digest,
      },
      sealed: { game_id: game.id, version, lineup, commitment },
    };
  });
  const last = Math.max(...newEntries.map(({ joined_at }) => joined_at));
  const gameweek = findLatestGameweek(season, game, last)?.id ?? null;
  // An entry that was paid before a match and enters after it has points.
  const first = Math.min(...newEntries.map(({ joined_at }) => joined_at));
  const only_newcomers = first > findLatestKickoff(season, game);
  const event = buildOutboxRow(standingsChanged, { game_id: game.id, gameweek, only_newcomers });
  await insertEntries(trx, game.id, entered, event, numberRosters);
  wakeAfterCommit(trx);
  return entered;
}

/** Creates a random id that starts with the time (UUID 7), which keeps the index of ids dense. */
function createEntryId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/**
 * Returns the result of a repeated join, which has the same team as the entry.
 * @throws TouchlineError ALREADY_JOINED for another team
 */
export function repeatJoin(entry: Entry, digest: string): Joined {
  if (digest.startsWith(entry.join_digest)) return { state: 'JOINED', entry, created: false };
  throw new TouchlineError('ALREADY_JOINED', 'You have already joined this game with another team.');
}
