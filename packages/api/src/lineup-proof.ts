import type { Client } from './client.ts';
import { TouchlineError } from './errors.ts';
import { gameResult, gameResultGameweek, type ResultDocument, type ResultGameweek } from './http/results.ts';
import { type LineupProof, type LineupReceipt, type LockRoot, lineupProof, lockRoots } from './http/seals.ts';

type Requests = Pick<Client, 'request'>;

/** Team to verify, with its receipts; a receipt has to be in the roots of its gameweek (game rules 10). */
export interface VerifiedTeam {
  team: string;
  receipts: readonly LineupReceipt[];
  /** By default all gameweeks of a settled game, and the last one with lock roots before. */
  gameweek?: number | undefined;
}

/** A proof with the lock roots that it is verified against. */
export interface VerifiedProof<P> {
  proof: LineupProof;
  /** All lock roots of the game: those of the result once it is settled. */
  roots: readonly LockRoot[];
  /** Null until the game is settled. */
  result: ResultDocument | null;
  /** The verified gameweeks. */
  gameweeks: readonly number[];
  problems: readonly P[];
}

/**
 * Reads the proof of a team and the lock roots of its game, and verifies them. A root can be published or the game be settled between
 * the requests, so problems and lineups that are not opened count only if a second reading has some as well.
 * @param verify `verifyLineup` of packages/rules
 * @throws TouchlineError of the first request that fails
 */
export async function readVerifiedProof<P>(
  client: Requests,
  team: VerifiedTeam,
  verify: (proof: LineupProof, roots: readonly LockRoot[], gameweeks: readonly number[]) => readonly P[],
): Promise<VerifiedProof<P>> {
  const read = async () => {
    const first = await readProof(client, team.team, team.gameweek);
    const published = await readLockRoots(client, first.game_id);
    const gameweeks = listGameweeks(team, published);
    const proof = await completeProof(client, first, gameweeks);
    return { proof, ...published, gameweeks, problems: verify(proof, published.roots, gameweeks) };
  };
  const first = await read();
  return first.problems.length === 0 && isComplete(first) ? first : read();
}

/** Reports whether the lineups of a settled game are opened. */
const isComplete = ({ proof, result }: Pick<VerifiedProof<unknown>, 'proof' | 'result'>): boolean =>
  result === null || proof.locks.every(({ version, key }) => version === null || key !== null);

/** Reads the football data of the verified gameweeks that the result of a settled game has. */
export async function readVerifiedData(
  client: Requests,
  { result, gameweeks }: Pick<VerifiedProof<unknown>, 'gameweeks'> & { result: ResultDocument },
): Promise<ResultGameweek[]> {
  const data: ResultGameweek[] = [];
  for (const { gameweek } of result.gameweeks) {
    if (!gameweeks.includes(gameweek)) continue;
    const params = { id: result.game.id, gameweek: String(gameweek) };
    data.push(await client.request(gameResultGameweek, { params }));
  }
  return data;
}

const readProof = (client: Requests, id: string, gameweek?: number) =>
  client.request(lineupProof, {
    params: { id },
    query: gameweek === undefined ? {} : { gameweek: String(gameweek) },
  });

function listGameweeks(
  { gameweek, receipts }: VerifiedTeam,
  { result, roots }: Pick<VerifiedProof<unknown>, 'result' | 'roots'>,
): number[] {
  const last = roots.length > 0 ? [Math.max(...roots.map((root) => root.gameweek))] : [];
  const all = result ? result.gameweeks.map((each) => each.gameweek) : last;
  const wanted = gameweek === undefined ? all : [gameweek];
  return [...new Set([...wanted, ...receipts.map(({ version }) => version.gameweek)])].sort((a, b) => a - b);
}

/** Adds the locks of other gameweeks to a proof, one request at a time: a season has 38. */
async function completeProof(
  client: Requests,
  first: LineupProof,
  gameweeks: readonly number[],
): Promise<LineupProof> {
  const locks = [...first.locks];
  for (const gameweek of gameweeks) {
    if (first.locks.some((lock) => lock.gameweek === gameweek)) continue;
    locks.push(...(await readProof(client, first.participation_id, gameweek)).locks);
  }
  return { ...first, locks: locks.sort((a, b) => a.gameweek - b.gameweek) };
}

/** Reads the lock roots that the result of a game froze; the published list until it is settled. */
async function readLockRoots(
  client: Requests,
  id: string,
): Promise<{ result: ResultDocument | null; roots: readonly LockRoot[] }> {
  const params = { id };
  const result = await client.request(gameResult, { params }).catch((error: unknown) => {
    if (error instanceof TouchlineError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  return { result, roots: result?.lock_roots ?? (await client.request(lockRoots, { params })).roots };
}
