import { PAGE_DATA_ID, type PageData, pageData } from '@touchline/api/page-data';

const NO_DATA: PageData = { config: null, remotes: null };

/** Data that the gateway embedded in this page. Empty if another server, such as the dev server, sent the page. */
export function readPageData(from: Document = document): PageData {
  const text = from.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return NO_DATA;
  try {
    return pageData.parse(JSON.parse(text));
  } catch (error) {
    // The page is from another version: the shell fetches the data instead.
    console.warn(error);
    return NO_DATA;
  }
}

/**
 * Times of this page's request and response, epoch ms. If the service worker has sent the page of an earlier visit: when that was
 * loaded. Also ends the time in which the first paint of such a page is hidden, because it has the heading of another page.
 */
export function takePageTimes(): { requestedAt: number; respondedAt: number } {
  const { dataset } = document.documentElement;
  const keptAt = Number(dataset.kept);
  delete dataset.kept;
  if (keptAt > 0) return { requestedAt: keptAt, respondedAt: keptAt };
  const { timeOrigin } = performance;
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    requestedAt: timeOrigin + (page?.requestStart ?? 0),
    respondedAt: timeOrigin + (page?.responseStart ?? 0),
  };
}
