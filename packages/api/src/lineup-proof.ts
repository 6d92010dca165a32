import type { Client } from './client.ts';
import { type LineupProof, type LineupReceipt, lineupProof } from './http/seals.ts';

/**
 * Reads the proof of a team in the lock roots of several gameweeks: of the last one with roots, and of each gameweek of a receipt.
 * A receipt has to be in the roots of its gameweek (game rules 10).
 * @param id the participation
 * @throws TouchlineError of the first request that fails
 */
export async function readLineupProof(
  client: Pick<Client, 'request'>,
  id: string,
  receipts: readonly LineupReceipt[],
): Promise<LineupProof> {
  const params = { id };
  const proof = await client.request(lineupProof, { params, query: {} });
  const gameweeks = new Set(receipts.map(({ version }) => version.gameweek));
  for (const { gameweek } of proof.locks) gameweeks.delete(gameweek);
  const others = await Promise.all(
    [...gameweeks].map((each) => client.request(lineupProof, { params, query: { gameweek: String(each) } })),
  );
  const locks = [...others, proof].flatMap((each) => each.locks);
  return { ...proof, locks: locks.sort((a, b) => a.gameweek - b.gameweek) };
}
