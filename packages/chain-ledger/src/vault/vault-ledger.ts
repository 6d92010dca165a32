import type { Knex } from 'knex';
import type { Hex } from 'viem';
import { type FollowVaultDeps, followVault } from './follow-vault.ts';
import { type EventState, findSettlementEvents, type PoolEvent, type VaultBook } from './vault.store.ts';
import type { SettledEvent } from './vault-event.ts';

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
 * - REVOKED: the owner took the whole pool back before claims opened; the game can be settled again
 * - DIFFERENT: the settlement has another root, token or total
 * - RECLAIMED: the owner took the unclaimed rest of the expected settlement back, and no refill is irreversible yet
 * - SEEN: the expected settlement is on the chain, and a reorganisation could still remove it
 * - FUNDED: the expected settlement is irreversible
 */
export type Funding = 'MISSING' | 'REVOKED' | 'DIFFERENT' | 'RECLAIMED' | 'SEEN' | 'FUNDED';

/** The latest settlement of a game, and what became of it. */
export interface VaultSettlement {
  settled: SettledEvent & { state: EventState };
  /** How the owner last took tokens back; null after an irreversible refill. */
  withdrawn: PoolEvent | null;
}

type VaultLedgerOptions = Omit<FollowVaultDeps, 'book'> & VaultBook;

/** Reads the settlement of a game from the events that were read so far. Null when the vault has none. */
export async function findVaultSettlement(
  db: Knex,
  book: VaultBook,
  game: Hex,
): Promise<VaultSettlement | null> {
  const events = await findSettlementEvents(db, book, game);
  const last = events.findLastIndex(({ kind }) => kind === 'SETTLED');
  const settled = events[last];
  if (settled?.kind !== 'SETTLED') return null;
  const refill = events.findLastIndex(({ kind, state }) => kind === 'REFILLED' && state === 'FINAL');
  const withdrawn = events
    .slice(Math.max(last, refill) + 1)
    .findLast(({ kind }) => kind === 'REVOKED' || kind === 'RECLAIMED');
  return { settled, withdrawn: withdrawn ?? null };
}

/** The events of the prize vault, kept equal to the chain across reorganisations. */
export type VaultLedger = ReturnType<typeof createVaultLedger>;

export function createVaultLedger({ vault, chainId, ...options }: VaultLedgerOptions) {
  const book = { chainId, vault };
  return {
    follow: () => followVault({ ...options, book }),
    /** Compares the latest settlement of a game with the expected one. `found` is null when the chain has none. */
    async verifyFunding(
      db: Knex,
      game: Hex,
      expected: ExpectedFunding,
    ): Promise<{ funding: Funding; found: VaultSettlement | null }> {
      const found = await findVaultSettlement(db, book, game);
      return { funding: found ? classifyFunding(found, expected) : 'MISSING', found };
    },
  };
}

function classifyFunding({ settled, withdrawn }: VaultSettlement, expected: ExpectedFunding): Funding {
  if (withdrawn?.kind === 'REVOKED') return 'REVOKED';
  const isExpected =
    settled.root === expected.root.toLowerCase() &&
    settled.token === expected.token.toLowerCase() &&
    settled.amount === expected.total;
  if (!isExpected) return 'DIFFERENT';
  if (withdrawn) return 'RECLAIMED';
  return settled.state === 'FINAL' ? 'FUNDED' : 'SEEN';
}
