/** Many JSON-RPC calls in requests of a hundred; the results in their order, null for a call that failed. */
export async function rpcBatch(
  url: string,
  calls: readonly { method: string; params: unknown[] }[],
): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let from = 0; from < calls.length; from += 100) {
    const part = calls.slice(from, from + 100).map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(part),
      signal: AbortSignal.timeout(60_000),
    });
    const answers = (await response.json()) as { id: number; result?: unknown }[];
    const byId = new Map(answers.map((answer) => [answer.id, answer.result ?? null]));
    results.push(...part.map(({ id }) => byId.get(id) ?? null));
  }
  return results;
}
