import { PAGE_DATA_ID } from '@touchline/api/page-data';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { afterEach, expect, test, vi } from 'vitest';
import { readPageData } from './page-data.ts';

function pageWith(text: string): Document {
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = `<script type="application/json" id="${PAGE_DATA_ID}"></script>`;
  page.getElementById(PAGE_DATA_ID)!.textContent = text;
  return page;
}

afterEach(() => vi.restoreAllMocks());

test('readPageData returns the data that the gateway embedded in the page', () => {
  const page = pageWith(JSON.stringify({ config: FAKE_CONFIG, remotes: [] }));
  expect(readPageData(page)).toEqual({ config: FAKE_CONFIG, remotes: [] });
});

test('missing data, or data of another version, is treated as empty', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const nothing = { config: null, remotes: null };
  expect(readPageData(document.implementation.createHTMLDocument())).toEqual(nothing);
  expect(readPageData(pageWith('{"config":{"chain":480},"remotes":[]}'))).toEqual(nothing);
  expect(readPageData(pageWith('{'))).toEqual(nothing);
  expect(warn).toHaveBeenCalledTimes(2);
});
