import type { Database } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { Hex } from 'viem';
import type { TransferReader } from '../transfer-reader.ts';
import { followVault } from './follow-vault.ts';
import { type EventState, findSettlementEvents, type PoolEvent, type VaultBook } from './vault.store.ts';
import type { SettledEvent, WithdrawnEvent } from './vault-event.ts';

/** Settlement that the vault must have for a game. */
export interface ExpectedFunding {
  root: Hex;
  /** Address of the prize token. */
  token: string;
  /** Wei. */
  total: bigint;
}

/**
 * - MISSING: the vault has no settlement of the game
 * - SEEN: the expected settlement is on the chain, and a reorganisation could still remove it
 * - FUNDED: the expected settlement is irreversible
 * - DIFFERENT: the settlement has another root, token or total, also if its rest was reclaimed
 * - REVOKED: the owner took the whole pool back before claims opened; the game can be settled again
 * - RECLAIMED: the owner took the unclaimed rest back, and no refill is irreversible yet
 */
export type Funding = 'MISSING' | 'SEEN' | 'FUNDED' | 'DIFFERENT' | 'REVOKED' | 'RECLAIMED';

/** The latest settlement of a game, and what became of it. */
export interface VaultSettlement {
  settled: SettledEvent & { state: EventState };
  /** Set while the owner has taken tokens back: until an irreversible refill. */
  withdrawn: (WithdrawnEvent & { state: EventState }) | null;
}

/** The events of the prize vault, kept equal to the chain across reorganisations. */
export interface VaultLedger {
  /**
   * Runs one round: reads on from the last block, and reads again what a reorganisation may have changed. Only one worker
   * should call this; a second one changes nothing.
   * @returns whether more blocks are ready to be read, and the games with new, changed or removed events
   * @throws TouchlineError UPSTREAM_UNAVAILABLE; the next round continues where this one ended
   */
  follow(): Promise<{ more: boolean; changed: Hex[] }>;
  /** Null when the game has no settlement on the chain. */
  findSettlement(db: Knex, game: Hex): Promise<VaultSettlement | null>;
  verifyFunding(db: Knex, game: Hex, expected: ExpectedFunding): Promise<Funding>;
}

export interface VaultLedgerOptions {
  db: Database;
  chainId: number;
  /** Address of the vault. */
  vault: string;
  /** Reads from the RPCs on which a quorum agrees. */
  reader: Pick<TransferReader, 'heads' | 'isCanonical' | 'logs'>;
  /** Required depth of an event in blocks, counting its own. */
  confirmations: number;
}

const isWithdrawal = (event: PoolEvent): event is NonNullable<VaultSettlement['withdrawn']> =>
  event.kind === 'REVOKED' || event.kind === 'RECLAIMED';

/** Reads the settlement of a game from the events that were read so far. Null when the vault has none. */
export async function findVaultSettlement(
  db: Database,
  book: VaultBook,
  game: Hex,
): Promise<VaultSettlement | null> {
  const events = await findSettlementEvents(db, book, game);
  const last = events.findLastIndex(({ kind }) => kind === 'SETTLED');
  const settled = events[last];
  if (settled?.kind !== 'SETTLED') return null;
  const refill = events.findLastIndex(({ kind, state }) => kind === 'REFILLED' && state === 'FINAL');
  const withdrawn = events.slice(Math.max(last, refill) + 1).find(isWithdrawal);
  return { settled, withdrawn: withdrawn ?? null };
}

export function createVaultLedger({ vault, chainId, ...options }: VaultLedgerOptions): VaultLedger {
  const book = { chainId, vault: vault.toLowerCase() };
  const findSettlement = (db: Knex, game: Hex) => findVaultSettlement(db, book, game);
  return {
    follow: () => followVault({ ...options, book }),
    findSettlement,
    async verifyFunding(db, game, expected) {
      const found = await findSettlement(db, game);
      if (!found) return 'MISSING';
      if (found.withdrawn?.kind === 'REVOKED') return 'REVOKED';
      const { root, token, amount, state } = found.settled;
      const isExpected =
        root === expected.root.toLowerCase() &&
        token === expected.token.toLowerCase() &&
        amount === expected.total;
      if (!isExpected) return 'DIFFERENT';
      if (found.withdrawn) return found.withdrawn.kind;
      return state === 'FINAL' ? 'FUNDED' : 'SEEN';
    },
  };
}
