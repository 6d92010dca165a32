import type { Client } from './client.ts';
import { TouchlineError } from './errors.ts';
import { gameResult, type ResultDocument } from './http/results.ts';
import { type LineupProof, type LineupReceipt, type LockRoot, lineupProof, lockRoots } from './http/seals.ts';

type Requests = Pick<Client, 'request'>;

/**
 * Reads the proof of a team in the lock roots of several gameweeks: of one, and of each gameweek of a receipt. A receipt has to be in
 * the roots of its gameweek (game rules 10).
 * @param id the participation
 * @param gameweek by default the last one with roots
 * @throws TouchlineError of the first request that fails
 */
export async function readLineupProof(
  client: Requests,
  id: string,
  receipts: readonly LineupReceipt[],
  gameweek?: number,
): Promise<LineupProof> {
  const params = { id };
  const read = (each: number | undefined) =>
    client.request(lineupProof, { params, query: each === undefined ? {} : { gameweek: String(each) } });
  const proof = await read(gameweek);
  const gameweeks = new Set(receipts.map(({ version }) => version.gameweek));
  for (const lock of proof.locks) gameweeks.delete(lock.gameweek);
  const others = await Promise.all([...gameweeks].map(read));
  const locks = [...others, proof].flatMap((each) => each.locks);
  return { ...proof, locks: locks.sort((a, b) => a.gameweek - b.gameweek) };
}

/** A proof with the lock roots that it is verified against. */
export interface VerifiedProof<P> {
  proof: LineupProof;
  /** All lock roots of the game: those of the result once it is settled. */
  roots: readonly LockRoot[];
  /** Null until the game is settled. */
  result: ResultDocument | null;
  problems: readonly P[];
}

/**
 * Reads the proof of a team and the lock roots of its game, and verifies them. A root can be published between the two requests, so
 * problems count only if a second reading has some as well.
 * @param verify `verifyLineup` of packages/rules
 * @throws TouchlineError of the first request that fails
 */
export async function readVerifiedProof<P>(
  client: Requests,
  {
    team,
    receipts,
    gameweek,
  }: { team: string; receipts: readonly LineupReceipt[]; gameweek?: number | undefined },
  verify: (proof: LineupProof, roots: readonly LockRoot[]) => readonly P[],
): Promise<VerifiedProof<P>> {
  const read = async () => {
    const proof = await readLineupProof(client, team, receipts, gameweek);
    const published = await readLockRoots(client, proof.game_id);
    return { proof, ...published, problems: verify(proof, published.roots) };
  };
  const first = await read();
  return first.problems.length === 0 ? first : read();
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
