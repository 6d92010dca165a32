/**
 * - DOWN: rejects every request.
 * - HANGING: never responds.
 * - LAGGING: has no new blocks.
 * - OMITTING: hides the first transfer.
 * - INVENTING: duplicates the first transfer.
 * - AHEAD: reports blocks that do not exist, so that all real blocks appear final.
 */
export type RpcFault = 'DOWN' | 'HANGING' | 'LAGGING' | 'OMITTING' | 'INVENTING' | 'AHEAD';

export interface RpcRequest {
  method: string;
  params?: unknown[];
}

interface RpcLog {
  blockNumber: string;
  logIndex: string;
}

/** Rewrites a request for an RPC whose last block is `head`, so that "latest" means that block. */
export function rewriteLatest(request: RpcRequest, head: number): RpcRequest {
  if (request.method !== 'eth_getBlockByNumber' || request.params?.[0] !== 'latest') return request;
  return { ...request, params: [toHex(head), ...request.params.slice(1)] };
}

/** Changes a result as if the last block of the RPC were `head`. */
export function makeLagging({ method }: RpcRequest, result: unknown, head: number): unknown {
  if (method === 'eth_blockNumber') return toHex(Math.min(head, Number(result)));
  if (method === 'eth_getLogs') return toLogs(result).filter((log) => Number(log.blockNumber) <= head);
  const number = getBlockNumber(method, result);
  return number !== null && number > head ? null : result;
}

/** Removes the first transfer from a result. */
export function omitTransfer({ method }: RpcRequest, result: unknown): unknown {
  return changeLogs(method, result, (logs) => logs.slice(1));
}

/** Adds a copy of the first transfer to a result. */
export function inventTransfer({ method }: RpcRequest, result: unknown): unknown {
  return changeLogs(method, result, ([first, ...rest]) =>
    first ? [first, ...rest, { ...first, logIndex: toHex(1_000) }] : [],
  );
}

const EXTRA_BLOCKS = 100;

/** Changes a result as if the RPC had a hundred more blocks. */
export function makeAhead({ method, params }: RpcRequest, result: unknown): unknown {
  if (method === 'eth_blockNumber') return toHex(Number(result) + EXTRA_BLOCKS);
  const requestedBlock = String(params?.[0]);
  if (method !== 'eth_getBlockByNumber' || requestedBlock.startsWith('0x') || result === null) return result;
  const block = result as { number: string };
  return { ...block, number: toHex(Number(block.number) + EXTRA_BLOCKS) };
}

function changeLogs(method: string, result: unknown, change: (logs: RpcLog[]) => RpcLog[]): unknown {
  if (method === 'eth_getLogs') return change(toLogs(result));
  if (method !== 'eth_getTransactionReceipt' || result === null) return result;
  const receipt = result as { logs: RpcLog[] };
  return { ...receipt, logs: change(receipt.logs) };
}

function getBlockNumber(method: string, result: unknown): number | null {
  if (typeof result !== 'object' || result === null) return null;
  if (method === 'eth_getTransactionReceipt') return Number((result as RpcLog).blockNumber);
  return method.startsWith('eth_getBlock') ? Number((result as { number: string }).number) : null;
}

const toLogs = (result: unknown) => (Array.isArray(result) ? (result as RpcLog[]) : []);
const toHex = (value: number) => `0x${value.toString(16)}`;
