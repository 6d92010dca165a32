import {
  RESULT_ENTRIES_PATH,
  RESULT_ENTRIES_PER_PAGE,
  type ResultEntry,
  resultEntry,
} from '@touchline/api/http/results';

/** Limit of a slow phone for a page of 1,000 entries; equal to that of the API client, which reads no NDJSON. */
const TIMEOUT_MS = 30_000;

interface EntryPage {
  sortBy: 'ordinal' | 'rank';
  /** Ordinal of the last entry of the previous page, by rank the number of entries before this page; 0 for the first page. */
  after: number;
}

/**
 * Reads one page of the entries of a result.
 * @throws Error if the page cannot be read, or not in time
 */
export async function readEntryPage(
  id: string,
  { sortBy, after }: EntryPage,
  signal?: AbortSignal,
): Promise<ResultEntry[]> {
  const query = new URLSearchParams({
    ...(sortBy === 'rank' ? { sort_by: sortBy } : {}),
    ...(after === 0 ? {} : { cursor: String(after) }),
  });
  const url = `/api${RESULT_ENTRIES_PATH.replace(':id', id)}${query.size === 0 ? '' : `?${query}`}`;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  if (!response.ok) throw new Error(`The entries cannot be read: status ${response.status}`);
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => resultEntry.parse(JSON.parse(line)));
}

/** Reads all entries of a result page by page, by ordinal. A page with fewer lines than the limit is the last. */
export async function* readEntries(id: string): AsyncGenerator<ResultEntry> {
  for (let after = 0; ; ) {
    const page = await readEntryPage(id, { sortBy: 'ordinal', after });
    yield* page;
    if (page.length < RESULT_ENTRIES_PER_PAGE) return;
    after = page.at(-1)!.ordinal;
  }
}
