import { LOCK_ROOT_DELAY_MS } from '@touchline/rules/missing-roots';
import { findGameweeks } from '@touchline/rules/season';
import { keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Log } from '@touchline/service-kit/process/log';
import { createWorkerThread } from '@touchline/service-kit/process/worker-thread';
import type { StoredGame } from '../games/game.ts';
import type { GamesContext } from '../games/games-context.ts';
import {
  countCommitted,
  findSealedGames,
  insertLockRoot,
  type Lock,
  readCommitments,
  readFinalTimes,
  readLockRoots,
} from './lock-roots.store.ts';
import { computeRoot, computeSubtrees, SUBTREE } from './lock-tree.ts';

export interface LockRootDeps extends Pick<GamesContext, 'db' | 'seasons' | 'now'> {
  log: Log;
}

const POLL_MS = 2_000;
/** Subtrees per query. */
const BATCH = 16;
/** Entries whose tree takes a few milliseconds on the thread of the requests. */
const MAX_ENTRIES_HERE = 4 * SUBTREE;

/**
 * Publishes the lock roots of all games until `signal` aborts, on the one replica that holds the lock. What is due follows from the
 * stored fixtures and roots, so another replica continues after a crash.
 */
export function runLockRoots(deps: LockRootDeps, signal: AbortSignal): Promise<void> {
  const failure = 'lock root publication failed; will retry';
  return keepDoing({ signal, log: deps.log, failure, pauseMs: POLL_MS }, async () => {
    for (const game of await findSealedGames(deps.db)) {
      if (signal.aborted) return;
      await publishLockRoots(deps, game);
    }
  });
}

/** Match of a gameweek; its kick-off in epoch ms, or null. */
interface Match {
  gameweek: number;
  kickoff: number | null;
}

/**
 * Publishes the roots of a game that are due. Idempotent.
 * @param settled matches of the football data of its result, whose kick-offs the feed may have changed since
 */
export async function publishLockRoots(
  deps: LockRootDeps,
  game: StoredGame,
  settled: readonly Match[] = [],
): Promise<void> {
  const { db, seasons, now } = deps;
  const season = await seasons.get(game.season);
  const published = new Set((await readLockRoots(db, game.id)).map(toKey));
  const finals = await readFinalTimes(db, game.season);
  const matches = findGameweeks(season, game).flatMap(({ id: gameweek, fixtures }) =>
    fixtures.map(({ kickoff }) => ({ gameweek, kickoff })),
  );
  const due = listDueLocks([...matches, ...settled], game, finals, now()).filter(
    (lock) => !published.has(toKey(lock)),
  );
  if (due.length === 0) return;
  const entries = await countCommitted(db, game.id);
  for (const lock of due) await publish(deps, game.id, { ...lock, entries });
}

type DueLock = Omit<Lock, 'entries'>;

/** Each kick-off and the end of a gameweek have one root. */
const toKey = ({ gameweek, locks_at, final }: DueLock) => `${gameweek} ${final ? 'final' : locks_at}`;

/** Lists the locks of a game up to now: each distinct kick-off of a gameweek, and the end of each final gameweek. */
function listDueLocks(
  matches: readonly Match[],
  { first_gameweek, last_gameweek }: Pick<StoredGame, 'first_gameweek' | 'last_gameweek'>,
  finals: ReadonlyMap<number, number>,
  now: number,
): DueLock[] {
  const gameweeks = Array.from(
    { length: last_gameweek - first_gameweek + 1 },
    (_, index) => first_gameweek + index,
  );
  return gameweeks.flatMap((gameweek) => {
    const kickoffs = new Set(
      matches.flatMap((each) => (each.gameweek === gameweek ? (each.kickoff ?? []) : [])),
    );
    const locks = [...kickoffs]
      .filter((kickoff) => kickoff + LOCK_ROOT_DELAY_MS <= now)
      .sort((a, b) => a - b);
    const final = finals.get(gameweek);
    return [
      ...locks.map((locks_at) => ({ gameweek, locks_at, final: false })),
      ...(final === undefined ? [] : [{ gameweek, locks_at: final, final: true }]),
    ];
  });
}

/** Computes a root in batches that are read and hashed in turn, so that one core is left for requests. */
async function publish({ db, log, now }: LockRootDeps, gameId: string, lock: Lock): Promise<void> {
  const since = performance.now();
  const thread = lock.entries > MAX_ENTRIES_HERE ? createTreeThread() : null;
  const subtrees: Uint8Array[] = [];
  try {
    for (let from = 0; from < lock.entries; from += BATCH * SUBTREE) {
      const count = Math.ceil(Math.min(BATCH * SUBTREE, lock.entries - from) / SUBTREE) * SUBTREE;
      // From the primary: a root of a replica that lags could never be corrected.
      const commitments = await readCommitments(db, gameId, lock, { from, count });
      const roots = thread ? thread.call('computeSubtrees', commitments) : computeSubtrees(commitments);
      subtrees.push(await roots);
    }
    const stored = Buffer.concat(subtrees);
    const root = computeRoot(stored);
    await insertLockRoot(db, gameId, { ...lock, computed_at: now(), root, subtrees: stored });
  } finally {
    thread?.stop();
  }
  const { gameweek, entries } = lock;
  const ms = Math.round(performance.now() - since);
  log.info({ game_id: gameId, gameweek, entries, ms }, 'lock root published');
}

/** Creates a thread that computes subtrees with the built module. */
export const createTreeThread = () =>
  createWorkerThread<Pick<typeof import('./lock-tree.ts'), 'computeSubtrees'>>({
    module: new URL('../../dist/lock-roots/lock-tree.js', import.meta.url),
  });
