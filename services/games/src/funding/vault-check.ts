import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import type { Database } from '@touchline/service-kit/data/database';
import type { Note } from '@touchline/service-kit/http/health';
import type { Log } from '@touchline/service-kit/process/log';
import { createTimedRead } from '@touchline/service-kit/process/shared-work';
import { findUnpaidVaults } from '../awards/settlements.store.ts';

/**
 * - VERIFIED: prizes can be frozen for the vault
 * - NOT_OWNED: its owner is no longer the treasury. No prizes are frozen for it, and its unpaid ones are still claimed and followed
 * - REJECTED: there is none, it is not checked yet, it is not ours, or prizes are unpaid in another one
 */
export type VaultState = 'VERIFIED' | 'NOT_OWNED' | 'REJECTED';

/** Checks that the configured prize vault is the one of this deployment, and that no prizes are unpaid in another one or without one. */
export interface VaultCheck {
  /**
   * Checks the vault; once it is verified, every 30 seconds, because its owner may change.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE while the RPCs do not agree
   */
  verify(): Promise<VaultState>;
  note(): Note;
}

const VERIFIED_AGE_MS = 30_000;

const UNVERIFIED = 'the prize vault is not verified yet';
const VERIFIED = 'the prize vault is verified';
const NONE = 'there is no prize vault';

interface VaultCheckDeps {
  db: Database;
  reader: Pick<TransferReader, 'vaultOwner'>;
  /** Lower case; null without one. */
  vault: string | null;
  /** Lower case. */
  treasury: string;
  log: Log;
}

export function createVaultCheck(deps: VaultCheckDeps): VaultCheck {
  const { vault, log } = deps;
  let current: CheckedVault = { state: 'REJECTED', problem: UNVERIFIED };
  const check = createTimedRead(VERIFIED_AGE_MS, async () => {
    const found = await checkVault(deps);
    if (found.problem !== null && found.problem !== current.problem)
      log.error({ vault, problem: found.problem }, 'prize vault rejected');
    current = found;
    return current.state;
  });
  const verify = () => check.read(current.state === 'VERIFIED' ? VERIFIED_AGE_MS : 0);
  return {
    verify,
    note() {
      verify().catch(() => {}); // the next note has the result
      const { problem } = current;
      return { ok: problem === null, detail: problem ?? (vault === null ? NONE : VERIFIED) };
    },
  };
}

interface CheckedVault {
  state: VaultState;
  problem: string | null;
}

async function checkVault({ db, reader, vault, treasury }: VaultCheckDeps): Promise<CheckedVault> {
  const rejected = (problem: string | null) => ({ state: 'REJECTED', problem }) as const;
  const unpaid = await findUnpaidVaults(db);
  const previous = unpaid.find((each) => each !== vault);
  if (previous)
    return rejected(`prizes are unpaid in the vault ${previous}: set PRIZE_VAULT to it until they are paid`);
  if (vault === null) return rejected(null);
  const owner = await reader.vaultOwner(vault);
  if (owner === null) return rejected('PRIZE_VAULT is not the address of a prize vault on this chain');
  if (owner === treasury) return { state: 'VERIFIED', problem: null };
  const problem = 'the prize vault has another owner than TREASURY_WALLET';
  return { state: unpaid.length > 0 ? 'NOT_OWNED' : 'REJECTED', problem };
}
