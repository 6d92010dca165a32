import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import type { Database } from '@touchline/service-kit/data/database';
import type { Note } from '@touchline/service-kit/http/health';
import type { Log } from '@touchline/service-kit/process/log';
import { findOtherVault, hasUnpaidPrizes } from './settlements.store.ts';

/** Checks that the configured prize vault is the one of this deployment, and that no prizes are unpaid in another one or without one. */
export interface VaultCheck {
  /**
   * Checks the vault until it is verified. While it is not, prizes must not be frozen. Never true without a vault.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE while the RPCs do not agree
   */
  verify(): Promise<boolean>;
  /** Reports whether unpaid prizes were settled for the vault: its payments count, also after it got another owner. */
  holdsPrizes(): Promise<boolean>;
  note(): Note;
}

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

export function createVaultCheck({ db, reader, vault, treasury, log }: VaultCheckDeps): VaultCheck {
  let problem: string | null = UNVERIFIED;
  const verify = async () => {
    if (problem === null && vault !== null) return true;
    const previous = await findOtherVault(db, vault);
    const found = previous
      ? `prizes are unpaid in the vault ${previous}: set PRIZE_VAULT to it until they are paid`
      : vault && describeProblem(await reader.vaultOwner(vault), treasury);
    if (found !== null && found !== problem) log.error({ vault, problem: found }, 'prize vault rejected');
    problem = found;
    return problem === null && vault !== null;
  };
  return {
    verify,
    holdsPrizes: async () => vault !== null && hasUnpaidPrizes(db, vault),
    note() {
      verify().catch(() => {}); // the next note has the result
      return { ok: problem === null, detail: problem ?? (vault === null ? NONE : VERIFIED) };
    },
  };
}

function describeProblem(owner: string | null, treasury: string): string | null {
  if (owner === null) return 'PRIZE_VAULT is not the address of a prize vault on this chain';
  return owner === treasury ? null : 'the prize vault has another owner than TREASURY_WALLET';
}
