import type { OpenApiDocument } from '@touchline/api/openapi/document';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Product, withProduct } from '@touchline/local-stack/product';
import { SERVICES } from '@touchline/local-stack/supervisor/services';
import { UNLIMITED } from '@touchline/local-stack/supervisor/unlimited';
import { randomFrom } from '@touchline/season-replay/random';
import { type FuzzResult, fuzz } from './fuzz.ts';
import { findDifferences, openRowCounts } from './row-counts.ts';
import { signInCallers } from './sign-in-callers.ts';

export interface FuzzRun {
  seed: number;
  runs: number;
  only?: string | undefined;
  log: (text: string) => void;
  signal?: AbortSignal;
}

/** Starts a product, paused before gameweek 6, and fuzzes it. */
export async function runFuzz({ seed, runs, only, log, signal }: FuzzRun): Promise<FuzzResult> {
  const options = {
    replay: { paused: true, fromGameweek: 6 },
    env: { gateway: UNLIMITED },
    say: log,
    ...(signal ? { signal } : {}),
  };
  return withProduct(options, async (product) => {
    let rows: Awaited<ReturnType<typeof openRowCounts>> | undefined;
    try {
      rows = await openRowCounts(SERVICES.map(({ name }) => product.databaseUrl(name)));
      const { count } = rows;
      const callers = await signInCallers(product, randomFrom(seed));
      await waitForStableRows(count);
      return await fuzz({
        url: product.url,
        document: await fetchDocument(product),
        callers,
        count,
        seed,
        runs,
        only,
        log,
        ...(signal ? { signal } : {}),
      });
    } finally {
      await rows?.close();
    }
  });
}

async function fetchDocument({ url }: Product): Promise<OpenApiDocument> {
  const response = await fetch(`${url}/api/openapi.json`);
  return (await response.json()) as OpenApiDocument;
}

const STABLE_MS = 3_000;

/** Waits until no row count changes for three seconds, because the relay loads past gameweeks after the start. */
async function waitForStableRows(
  count: () => ReturnType<Awaited<ReturnType<typeof openRowCounts>>['count']>,
): Promise<void> {
  let rows = await count();
  let since = Date.now();
  await waitUntil(
    async () => {
      const now = await count();
      if (findDifferences(rows, now).length > 0) since = Date.now();
      rows = now;
      return Date.now() - since >= STABLE_MS;
    },
    { what: 'the row counts to be stable', timeoutMs: 60_000, everyMs: 200 },
  );
}
