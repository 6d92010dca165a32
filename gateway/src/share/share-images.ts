import { TouchlineError } from '@touchline/api/errors';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { FONT, writeFontFiles } from './fonts.ts';

/** Maximum age of an image: points on it may be slightly out of date. */
export const MAX_AGE_MS = 60_000;
export const MAX_CACHED = 300;
const MAX_RUNNING = 2;
const MAX_WAITING = 30;

/**
 * Returns the image of a key as PNG, at most MAX_AGE_MS old, rendered outside the main thread. Concurrent calls share one image.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE while too many images wait
 */
type GetImage = (key: string, draw: () => Promise<string>) => Promise<Buffer>;

export function createShareImages(now: () => number): GetImage {
  // Limits concurrent renderings, so that a popular link does not slow down other requests.
  const limit = pLimit(MAX_RUNNING);
  const render = createRenderer();
  const images = new LRUCache<string, Buffer, () => Promise<string>>({
    max: MAX_CACHED,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now },
    // An image that others have displaced while it was drawn is still returned.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: draw }) {
      if (limit.pendingCount >= MAX_WAITING)
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Preview images are busy. Try again in a moment.', {
          retryAfter: 5,
        });
      return limit(render, draw);
    },
  });
  return (key, draw) => images.forceFetch(key, { context: draw });
}

function createRenderer() {
  let fonts: Promise<string[]> | null = null;
  return async (draw: () => Promise<string>): Promise<Buffer> => {
    fonts ??= writeFontFiles().catch((error: unknown) => {
      fonts = null; // The next image writes them again.
      throw error;
    });
    const [files, svg, { renderAsync }] = await Promise.all([fonts, draw(), import('@resvg/resvg-js')]);
    const font = { fontFiles: files, loadSystemFonts: false, defaultFontFamily: FONT };
    return (await renderAsync(svg, { font })).asPng();
  };
}
