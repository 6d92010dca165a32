import { PAGE_DATA_ID, type PageData, pageData } from '@touchline/api/page-data';

const NOTHING: PageData = { config: null, remotes: null };

/** What the gateway wrote into this page; nothing where another server, such as the dev server, sent it. */
export function readPageData(from: Document = document): PageData {
  const text = from.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return NOTHING;
  try {
    return pageData.parse(JSON.parse(text));
  } catch (error) {
    // A page of another version: the shell asks instead.
    console.warn(error);
    return NOTHING;
  }
}

/** When this page was asked for and answered, epoch ms. */
export function pageTimes(): { askedAt: number; answeredAt: number } {
  const { timeOrigin } = performance;
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    askedAt: timeOrigin + (page?.requestStart ?? 0),
    answeredAt: timeOrigin + (page?.responseStart ?? 0),
  };
}
