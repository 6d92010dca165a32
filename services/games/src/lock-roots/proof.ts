import type { LineupProof, LockRoot, ProvenLineup } from '@touchline/api/http/seals';
import { toInstant } from '@touchline/api/values';
import { computeSalts, type LineupSlot, listSlots, toHex } from '@touchline/rules/lineup-commitment';
import { isInForce } from '@touchline/rules/lineup-proof';
import { findLockedAt } from '@touchline/rules/open-slots';
import type { PublishedGameweek } from '@touchline/rules/result-document';
import { findGameweek, type Season } from '@touchline/rules/season';
import { findMatches, isFixed } from '@touchline/rules/team';
import type { Database } from '@touchline/service-kit/data/database';
import { findEntry } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { requireGame } from '../games/games.ts';
import type { GamesContext } from '../games/games-context.ts';
import { arePrizesSettled } from '../games/prizes.ts';
import { readVersions } from '../lineups/lineups.store.ts';
import { type Seals, sha256 } from '../seals.ts';
import { readGameweekInputs } from '../settlement/gameweek-inputs.ts';
import { teamNotFound } from '../teams/participations.ts';
import { readCommitments, readGameweekRoots, type StoredRoot } from './lock-roots.store.ts';
import { listPath, SUBTREE, splitHashes } from './lock-tree.ts';

type ProofDeps = Pick<GamesContext, 'db' | 'seasons' | 'seals' | 'now'>;
type Version = Awaited<ReturnType<typeof readVersions>>[number];

/**
 * Proves the lineups of a team in the lock roots of a gameweek. A root of a kick-off opens the slots of players who were locked at it
 * and still are; a final root opens all. Once the game is settled, a key opens each lineup.
 * @throws TouchlineError NOT_FOUND, also for a suspended or excluded team
 */
export async function proveLineup(
  deps: ProofDeps,
  id: string,
  gameweek: number | null,
): Promise<LineupProof> {
  const { db, now } = deps;
  // The time is read before the lineups, so that a player who locks in between stays hidden.
  const at = now();
  const entry = await findEntry(db, id);
  if (!entry || entry.suspended || entry.excluded) throw teamNotFound();
  const game = await requireGame(db, entry.game_id);
  const season = await deps.seasons.get(game.season);
  const roots = (await readGameweekRoots(db, entry.game_id, gameweek)).filter(
    ({ entries }) => entry.ordinal <= entries,
  );
  const versions = roots.length > 0 ? await readVersions(db, id, roots[0]!.gameweek) : [];
  // Once a gameweek is settled, its proof is that of the data of the result, regardless of later changes of the feed.
  const settled = roots.length > 0 ? await readGameweekInputs(db, entry.game_id, roots[0]!.gameweek) : null;
  const locks: ProvenLineup[] = [];
  for (const root of roots) {
    const version = versions.findLast((each) => isInForce(each, root));
    const { commitment, path } = await readPath(db, entry, root);
    const shared = { ...toWireRoot(root), commitment: toHex(commitment), path: path.map(toHex) };
    const findOpen = (slots: readonly LineupSlot[]) => findOpenSlots(season, settled, root, slots, at);
    locks.push({ ...shared, ...openVersion(deps.seals, entry, version, findOpen, arePrizesSettled(game)) });
  }
  const { game_id, ordinal, team_name } = entry;
  return { game_id, participation_id: id, ordinal, team_name, locks };
}

export const toWireRoot = ({ gameweek, locks_at, final, root, entries }: StoredRoot): LockRoot => ({
  gameweek,
  locks_at: toInstant(locks_at),
  final,
  root: toHex(root),
  entries,
});

/** Reads the commitment of an entry and its path from the tree of a root. */
async function readPath(
  db: Database,
  { game_id, ordinal }: Entry,
  root: StoredRoot & { subtrees: Buffer },
): Promise<{ commitment: Uint8Array; path: Uint8Array[] }> {
  const index = ordinal - 1;
  const from = index - (index % SUBTREE);
  const [commitments] = await readCommitments(db, game_id, root, { from, count: SUBTREE });
  return {
    commitment: splitHashes(commitments!)[index % SUBTREE]!,
    path: listPath(index, commitments!, root.subtrees),
  };
}

/** Finds the slots that a root opens. */
function findOpenSlots(
  season: Season,
  settled: PublishedGameweek | null,
  { gameweek: id, locks_at, final }: StoredRoot,
  slots: readonly LineupSlot[],
  now: number,
): readonly LineupSlot[] {
  if (final) return slots;
  if (settled) {
    const players = slots.map(({ player }) => player);
    const locked = findLockedAt(settled, players, locks_at);
    return slots.filter(({ player }) => locked.has(player));
  }
  const gameweek = findGameweek(season, id);
  if (!gameweek) return [];
  // The players of the slots, not of the roster: a row that was changed shows who is in the slot now.
  const players = slots.map(({ player, position }) => ({
    id: player,
    position,
    team: season.players.get(player)?.team ?? 0,
  }));
  const matches = findMatches(season, gameweek, players);
  return slots.filter(({ player }) => {
    const own = matches.get(player)!;
    return own.some(({ kickoff }) => kickoff !== null && kickoff <= locks_at) && isFixed(gameweek, own, now);
  });
}

function openVersion(
  seals: Seals,
  { id: participation_id, ordinal }: Entry,
  stored: Version | undefined,
  findOpen: (slots: readonly LineupSlot[]) => readonly LineupSlot[],
  isSettled: boolean,
): Pick<ProvenLineup, 'version' | 'leaves' | 'slots' | 'key'> {
  if (!stored) return { version: null, leaves: [], slots: [], key: null };
  const { effective_gameweek: gameweek, number, saved_at } = stored;
  const version = { participation_id, ordinal, gameweek, number, saved_at };
  const key = seals.key(version);
  const salts = computeSalts(sha256, key);
  const { leaves } = seals.commit(version, stored);
  return {
    version: { gameweek, number, saved_at },
    leaves: leaves.map(toHex),
    slots: findOpen(listSlots(stored)).map((slot) => ({
      ...slot,
      salt: toHex(salts[slot.slot]!),
    })),
    key: isSettled ? toHex(key) : null,
  };
}
