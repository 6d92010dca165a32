import {
  fromHex,
  hashSlot,
  hashVersion,
  type LineupSlot,
  type SealedVersion,
  type Sha256,
  toHex,
} from './lineup-commitment.ts';
import type { PublishedLock } from './lineup-proof.ts';

/**
 * Finds which open slots were changed, from the commitment: one slot whose player or armband was replaced, or two that were
 * exchanged or passed an armband on. Empty if the change is another one.
 */
export function findChangedSlots(
  sha256: Sha256,
  version: SealedVersion,
  lock: Pick<PublishedLock, 'commitment' | 'leaves' | 'slots'>,
): number[] {
  const leaves = lock.leaves.map(fromHex);
  const matches = (changes: readonly (LineupSlot & { salt: string })[]) => {
    const restored = [...leaves];
    for (const change of changes) restored[change.slot] = hashSlot(sha256, fromHex(change.salt), change);
    return toHex(hashVersion(sha256, version, restored)) === lock.commitment;
  };
  for (const slot of lock.slots)
    for (let player = 1; player <= MAX_PLAYER; player += 1)
      for (const armband of ARMBANDS) if (matches([{ ...slot, player, armband }])) return [slot.slot];
  for (const a of lock.slots)
    for (const b of lock.slots.filter(({ slot }) => slot > a.slot)) {
      const exchanged = [
        { ...a, player: b.player, position: b.position },
        { ...b, player: a.player, position: a.position },
      ] as const;
      for (const [one, other] of [exchanged, [a, b] as const])
        for (const first of ARMBANDS)
          for (const second of ARMBANDS)
            if (
              matches([
                { ...one, armband: first },
                { ...other, armband: second },
              ])
            )
              return [a.slot, b.slot];
    }
  return [];
}

const ARMBANDS = [null, 'captain', 'vice_captain'] as const;
/** Largest player id that is tried; a season has about 700. */
const MAX_PLAYER = 1_000;
