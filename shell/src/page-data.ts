import { PAGE_DATA_ID, type PageData, pageData } from '@touchline/api/page-data';

const NO_DATA: PageData = { config: null, remotes: null };

/** What the gateway wrote into this page; nothing where another server, such as the dev server, sent it. */
export function readPageData(from: Document = document): PageData {
  const text = from.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return NO_DATA;
  try {
    return pageData.parse(JSON.parse(text));
  } catch (error) {
    // A page of another version: the shell asks instead.
    console.warn(error);
    return NO_DATA;
  }
}

/** When this page was asked for and answered, epoch ms. */
export function readPageTimes(): { requestedAt: number; respondedAt: number } {
  const { timeOrigin } = performance;
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    requestedAt: timeOrigin + (page?.requestStart ?? 0),
    respondedAt: timeOrigin + (page?.responseStart ?? 0),
  };
}
