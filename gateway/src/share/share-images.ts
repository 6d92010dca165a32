import { TouchlineError } from '@touchline/api/errors';
import { LRUCache } from 'lru-cache';
import { FONT, writeFontFiles } from './fonts.ts';

/** Renders SVG drawings as PNG, outside the main thread. */
export interface ShareImages {
  /**
   * Returns the image of a key, at most MAX_AGE_MS old. Concurrent calls share one image.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE while too many images wait
   */
  get(key: string, draw: () => Promise<string>): Promise<Buffer>;
}

/** Maximum age of an image: points on it may be slightly out of date. */
export const MAX_AGE_MS = 60_000;
const MAX_CACHED = 300;
const MAX_RUNNING = 2;
const MAX_WAITING = 30;

export function createShareImages(now: () => number): ShareImages {
  const cached = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED, ttl: MAX_AGE_MS, perf: { now } });
  const render = createRenderer();
  return {
    get(key, draw) {
      const known = cached.get(key);
      if (known) return known;
      const png = render(draw);
      cached.set(key, png);
      // Failures are not cached.
      png.catch(() => cached.peek(key) === png && cached.delete(key));
      return png;
    },
  };
}

/** Limits concurrent renderings, so that a popular link does not slow down other requests. */
function createRenderer() {
  let fonts: Promise<string[]> | null = null;
  let running = 0;
  const waiting: (() => void)[] = [];
  async function waitForSlot(): Promise<void> {
    if (running >= MAX_RUNNING) {
      if (waiting.length >= MAX_WAITING)
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Preview images are busy. Try again in a moment.', {
          retryAfter: 5,
        });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running++;
  }
  return async (draw: () => Promise<string>): Promise<Buffer> => {
    await waitForSlot();
    try {
      fonts ??= writeFontFiles().catch((error: unknown) => {
        fonts = null; // The next image writes them again.
        throw error;
      });
      const [files, svg, { renderAsync }] = await Promise.all([fonts, draw(), import('@resvg/resvg-js')]);
      const font = { fontFiles: files, loadSystemFonts: false, defaultFontFamily: FONT };
      return (await renderAsync(svg, { font })).asPng();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
