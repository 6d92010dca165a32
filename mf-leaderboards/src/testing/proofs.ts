import { createHash } from 'node:crypto';
import type { LineupProof, LockRoot } from '@touchline/api/http/seals';
import { fakeId } from '@touchline/host/testing/fake-objects';
import {
  commitLineup,
  computePathRoot,
  computeSalts,
  type LineupSlot,
  toHex,
} from '@touchline/rules/lineup-commitment';

export const TEAM = fakeId(2, 1);
export const GAME = fakeId(1, 1);
export const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
export const KEY = new Uint8Array(32).fill(7);
export const version = { gameweek: 1, number: 1, saved_at: Date.UTC(2031, 7, 1) };
export const slots: LineupSlot[] = Array.from({ length: 15 }, (_, slot) => ({
  slot,
  player: 100 + slot,
  position: 2,
  armband: slot === 3 ? 'captain' : slot === 4 ? 'vice_captain' : null,
}));

/** Builds the proof of a team alone in its tree, with three open slots. */
export function buildProof(): { proof: LineupProof; root: LockRoot } {
  const identity = { participation_id: TEAM, ordinal: 1, ...version };
  const { commitment, leaves } = commitLineup(sha256, KEY, identity, slots);
  const path: Uint8Array[] = [];
  let zero: Uint8Array = new Uint8Array(32);
  for (let level = 0; level < 10; level += 1) {
    path.push(zero);
    zero = sha256(Buffer.concat([zero, zero]));
  }
  const root = {
    gameweek: 1,
    locks_at: '2031-08-02T12:00:00.000Z',
    final: false,
    root: toHex(computePathRoot(sha256, commitment, 0, path)),
    entries: 1,
  };
  const open = slots
    .slice(2, 5)
    .map((slot) => ({ ...slot, salt: toHex(computeSalts(sha256, KEY)[slot.slot]!) }));
  const lock = {
    ...root,
    version,
    commitment: toHex(commitment),
    path: path.map(toHex),
    leaves: leaves.map(toHex),
    slots: open,
    key: null,
  };
  return {
    proof: { game_id: GAME, participation_id: TEAM, ordinal: 1, team_name: 'Dark Horses', locks: [lock] },
    root,
  };
}
