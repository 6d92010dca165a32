import type { Database } from '@touchline/service-kit/database';
import type { Note, Notes } from '@touchline/service-kit/health';
import { readCursor } from './ledger.store.ts';
import type { TransferReader } from './transfer-reader.ts';

/** Blocks come every two seconds; a worker that reads none for so long does not keep up. */
const STALLED_AFTER_SECONDS = 60;

/** For /readyz: how far the ledger has read, whichever replica does it, and how the RPCs answered this process. */
export function createChainNotes(
  db: Database,
  account: { chainId: number; address: string },
  transfers: Pick<TransferReader, 'rpcStatus'>,
): Notes {
  let seen: { block: number | null; since: number } | undefined;
  return {
    async chain() {
      const block = await readCursor(db, { ...account, side: 'recipient' });
      if (!seen || seen.block !== block) seen = { block, since: performance.now() };
      return buildChainNote(block, Math.round((performance.now() - seen.since) / 1_000));
    },
    rpc: () => buildRpcNote(transfers.rpcStatus()),
  };
}

const buildChainNote = (block: number | null, seconds: number): Note => ({
  ok: seconds <= STALLED_AFTER_SECONDS,
  detail: block === null ? 'no block has been read' : `read up to block ${block}, for ${seconds} s`,
});

/** Counts only: which one it is stands in the log, by its host. */
function buildRpcNote({ rpcs, failing, contradicted }: ReturnType<TransferReader['rpcStatus']>): Note {
  const details = [
    failing > 0 ? `${failing} of ${rpcs} failed` : '',
    contradicted > 0 ? `${contradicted} of ${rpcs} contradicted by others` : '',
  ].filter(Boolean);
  return { ok: details.length === 0, detail: details.join(', ') || `no fault of ${rpcs} within a minute` };
}
