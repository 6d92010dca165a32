/** Sends JSON-RPC calls in batches of a hundred. Returns the results in order, null for a failed call. */
export async function sendRpcBatch(
  url: string,
  calls: readonly { method: string; params: unknown[] }[],
): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let from = 0; from < calls.length; from += 100) {
    const batch = calls.slice(from, from + 100).map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(batch),
      signal: AbortSignal.timeout(60_000),
    });
    const responses = (await response.json()) as { id: number; result?: unknown }[];
    const byId = new Map(responses.map(({ id, result }) => [id, result ?? null]));
    results.push(...batch.map(({ id }) => byId.get(id) ?? null));
  }
  return results;
}
