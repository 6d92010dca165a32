import type { Database } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
import { createLedger, type Ledger } from '../ledger.ts';
import { combineRpcs } from '../transfer-reader.ts';
import type { ScriptedRpc } from './scripted-chain.ts';

export const TREASURY = `0x${'a'.repeat(40)}`;
export const SENDER = `0x${'1'.repeat(40)}`;

/** Creates the ledger of TREASURY, which reads `rpcs`: two confirmations, and thorough rereading in every round. */
export const createScriptedLedger = (
  db: Database,
  rpcs: readonly ScriptedRpc[],
  options: Partial<Parameters<typeof createLedger>[0]> = {},
): Ledger =>
  createLedger({
    db,
    transfers: combineRpcs(rpcs),
    account: { chainId: 480, address: TREASURY },
    confirmations: 2,
    minAmount: async () => 1n,
    now: Date.now,
    log: createLog('ledger', 'silent'),
    thoroughEveryMs: 0,
    ...options,
  });
