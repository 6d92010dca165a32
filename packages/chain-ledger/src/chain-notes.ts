import type { Database } from '@touchline/service-kit/data/database';
import type { Note, Notes } from '@touchline/service-kit/http/health';
import { readCursor } from './ledger.store.ts';
import type { Account } from './stored-transfer.ts';
import type { TransferReader } from './transfer-reader.ts';

/** Blocks arrive every two seconds. A worker that has read none for this long has stalled. */
const STALLED_AFTER_SECONDS = 60;

/** Notes for /readyz: the last block that any replica has read, and the RPC failures that this process saw. */
export function createChainNotes(
  db: Database,
  account: Account,
  transfers: Pick<TransferReader, 'rpcStatus'>,
): Notes {
  let progress: { block: number | null; since: number } | undefined;
  return {
    async chain() {
      const scanned = await readCursor(db, { ...account, side: 'recipient' });
      const block = scanned?.block_number ?? null;
      if (!progress || progress.block !== block) progress = { block, since: performance.now() };
      return buildChainNote(block, Math.round((performance.now() - progress.since) / 1_000));
    },
    rpc: () => buildRpcNote(transfers.rpcStatus()),
  };
}

const buildChainNote = (block: number | null, seconds: number): Note => ({
  ok: seconds <= STALLED_AFTER_SECONDS,
  detail: block === null ? 'no block read yet' : `read up to block ${block}; unchanged for ${seconds} s`,
});

/** Counts only. The log names the RPC by its host. */
function buildRpcNote({ rpcs, failing, contradicted }: ReturnType<TransferReader['rpcStatus']>): Note {
  const details = [
    failing > 0 ? `${failing} of ${rpcs} failed` : '',
    contradicted > 0 ? `${contradicted} of ${rpcs} contradicted by the others` : '',
  ].filter(Boolean);
  return { ok: details.length === 0, detail: details.join(', ') || `no failure of ${rpcs} within a minute` };
}
