/**
 * DOWN: refuses. HANGING: never answers. LAGGING: has no new blocks. OMITTING, INVENTING: lies about transfers.
 * AHEAD: claims blocks that nobody has, and that all others are final.
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

/** What an RPC whose last block is `head` is asked instead, so that "latest" means that block. */
export function asOfBlock(request: RpcRequest, head: number): RpcRequest {
  if (request.method !== 'eth_getBlockByNumber' || request.params?.[0] !== 'latest') return request;
  return { ...request, params: [hex(head), ...request.params.slice(1)] };
}

/** The result as an RPC tells it whose last block is `head`. */
export function lagging({ method }: RpcRequest, result: unknown, head: number): unknown {
  if (method === 'eth_blockNumber') return hex(Math.min(head, Number(result)));
  if (method === 'eth_getLogs') return logsOf(result).filter((log) => Number(log.blockNumber) <= head);
  const number = numberOf(method, result);
  return number !== null && number > head ? null : result;
}

/** The result without its first transfer. */
export function omitting({ method }: RpcRequest, result: unknown): unknown {
  return changeLogs(method, result, (logs) => logs.slice(1));
}

/** The result with a second copy of its first transfer. */
export function inventing({ method }: RpcRequest, result: unknown): unknown {
  return changeLogs(method, result, ([first, ...rest]) =>
    first ? [first, ...rest, { ...first, logIndex: hex(1_000) }] : [],
  );
}

const CLAIMED_BLOCKS = 100;

/** The result as an RPC tells it that claims to be a hundred blocks further. */
export function ahead({ method, params }: RpcRequest, result: unknown): unknown {
  if (method === 'eth_blockNumber') return hex(Number(result) + CLAIMED_BLOCKS);
  const asked = String(params?.[0]);
  if (method !== 'eth_getBlockByNumber' || asked.startsWith('0x') || result === null) return result;
  const block = result as { number: string };
  return { ...block, number: hex(Number(block.number) + CLAIMED_BLOCKS) };
}

function changeLogs(method: string, result: unknown, change: (logs: RpcLog[]) => RpcLog[]): unknown {
  if (method === 'eth_getLogs') return change(logsOf(result));
  if (method !== 'eth_getTransactionReceipt' || result === null) return result;
  const receipt = result as { logs: RpcLog[] };
  return { ...receipt, logs: change(receipt.logs) };
}

function numberOf(method: string, result: unknown): number | null {
  if (typeof result !== 'object' || result === null) return null;
  if (method === 'eth_getTransactionReceipt') return Number((result as RpcLog).blockNumber);
  return method.startsWith('eth_getBlock') ? Number((result as { number: string }).number) : null;
}

const logsOf = (result: unknown) => (Array.isArray(result) ? (result as RpcLog[]) : []);
const hex = (value: number) => `0x${value.toString(16)}`;
