import type { Client } from '@touchline/api/client';
import {
  gameResult,
  gameResultGameweek,
  RESULT_ENTRIES_PATH,
  RESULT_ENTRIES_PER_PAGE,
  type ResultDocument,
  type ResultEntry,
  type ResultGameweek,
  resultEntry,
} from '@touchline/api/http/results';

/** A published result; `entries` can be read once. */
export interface DownloadedResult {
  document: ResultDocument;
  gameweeks: ResultGameweek[];
  entries: AsyncIterable<ResultEntry>;
}

/** Downloads document and football data of a result, and its entries as they are read. */
export async function readResult(client: Client, base: string, id: string): Promise<DownloadedResult> {
  const document = await client.request(gameResult, { params: { id } });
  const gameweeks: ResultGameweek[] = [];
  for (const { gameweek } of document.gameweeks)
    gameweeks.push(await client.request(gameResultGameweek, { params: { id, gameweek: String(gameweek) } }));
  return { document, gameweeks, entries: readEntries(`${base}${RESULT_ENTRIES_PATH.replace(':id', id)}`) };
}

/** Reads the entries page by page. A page with fewer lines than the limit is the last. */
async function* readEntries(url: string): AsyncGenerator<ResultEntry> {
  for (let cursor = 0; ; ) {
    const response = await fetch(cursor === 0 ? url : `${url}?cursor=${cursor}`);
    if (!response.ok) throw new Error(`the entries cannot be read: status ${response.status} from ${url}`);
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    for (const line of lines) {
      const entry = resultEntry.parse(JSON.parse(line));
      cursor = entry.ordinal;
      yield entry;
    }
    if (lines.length < RESULT_ENTRIES_PER_PAGE) return;
  }
}
