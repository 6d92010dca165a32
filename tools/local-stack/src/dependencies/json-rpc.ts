/** One JSON-RPC call. @throws Error with the node's message. */
export async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  });
  const body = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (body.error) throw new Error(`${method}: ${body.error.message}`);
  return body.result;
}

export async function hasCode(url: string, address: string): Promise<boolean> {
  return (await rpc(url, 'eth_getCode', [address, 'latest'])) !== '0x';
}

/** Mines a block for every transaction. */
export async function mineAtOnce(url: string): Promise<void> {
  await rpc(url, 'evm_setAutomine', [true]);
}

/** Mines a block every `seconds`. */
export async function mineEvery(url: string, seconds: number): Promise<void> {
  await rpc(url, 'evm_setIntervalMining', [seconds]);
}
