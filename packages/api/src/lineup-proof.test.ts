import { expect, test } from 'vitest';
import type { Client } from './client.ts';
import { type LineupProof, lineupProof } from './http/seals.ts';
import { readVerifiedProof } from './lineup-proof.ts';

const LOCK = { gameweek: 1, version: { gameweek: 1, number: 1, saved_at: 0 } };
const buildProof = (key: string | null) =>
  ({ game_id: 'game', participation_id: 'team', locks: [{ ...LOCK, key }] }) as unknown as LineupProof;

/** A client whose game is settled after its first response. */
function createSettlingClient() {
  const proofs = [buildProof(null), buildProof('key')];
  const request = async (endpoint: unknown) =>
    endpoint === lineupProof ? proofs.shift() : { lock_roots: [], gameweeks: [{ gameweek: 1 }] };
  return { client: { request } as unknown as Client, proofs };
}

test('a proof that was read before its game was settled is read again, with the keys of its lineups', async () => {
  const { client, proofs } = createSettlingClient();
  const { proof } = await readVerifiedProof(client, { team: 'team', receipts: [] }, () => []);
  expect(proof.locks.map(({ key }) => key)).toEqual(['key']);
  expect(proofs).toEqual([]);
});
