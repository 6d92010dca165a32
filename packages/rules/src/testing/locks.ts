import type { LegalLineup, LineupVersion } from '../lineup.ts';
import {
  commitLineup,
  computePathRoot,
  computeSalts,
  listSlots,
  type Sha256,
  toHex,
} from '../lineup-commitment.ts';
import type { PublishedLock, PublishedReceipt } from '../lineup-proof.ts';
import { buildLineup, POSITIONS_BY_ID } from './teams.ts';

/** Identity of the entry below. */
export const SEALED_ENTRY = { participation_id: '0190f6a2-7b1c-7def-8123-456789abcdef', ordinal: 1 };
const path = [...Array(10).keys()].map((level) => new Uint8Array(32).fill(level));

/** Builds the lock of a kick-off, with the slots of the players who are locked. The entry is alone in its tree. */
export function buildLock(
  sha256: Sha256,
  kickoff: number,
  lineup: LineupVersion,
  locked: readonly number[],
): PublishedLock {
  const key = sha256(Uint8Array.of(kickoff));
  const version = { gameweek: 1, number: kickoff, saved_at: kickoff * 1000 - 1 };
  const bench_positions = lineup.bench.map((id) => POSITIONS_BY_ID.get(id)!);
  const slots = listSlots({ ...lineup, bench_positions } as LegalLineup);
  const { commitment, leaves } = commitLineup(sha256, key, { ...SEALED_ENTRY, ...version }, slots);
  const salts = computeSalts(sha256, key).map(toHex);
  return {
    gameweek: 1,
    locks_at: new Date(kickoff * 1000).toISOString(),
    final: false,
    root: toHex(computePathRoot(sha256, commitment, 0, path)),
    entries: 1,
    version,
    commitment: toHex(commitment),
    path: path.map(toHex),
    leaves: leaves.map(toHex),
    slots: slots
      .filter(({ player }) => locked.includes(player))
      .map((slot) => ({ ...slot, salt: salts[slot.slot]! })),
    key: toHex(key),
  };
}

/** Builds the receipt of the lineup that `buildLock` locks at a kick-off. */
export function buildReceipt(
  sha256: Sha256,
  kickoff: number,
  changes: Partial<PublishedReceipt> = {},
): PublishedReceipt {
  const { bench } = buildLineup();
  const bench_positions = bench.map((id) => POSITIONS_BY_ID.get(id)!);
  const slots = listSlots({ ...buildLineup(), bench_positions } as LegalLineup);
  const key = sha256(Uint8Array.of(kickoff));
  const version = { gameweek: 1, number: kickoff, saved_at: kickoff * 1000 - 1 };
  const commitment = toHex(commitLineup(sha256, key, { ...SEALED_ENTRY, ...version }, slots).commitment);
  const batch = { index: 0, path: [] };
  return { ...SEALED_ENTRY, version, commitment, key: toHex(key), slots, batch, ...changes };
}
