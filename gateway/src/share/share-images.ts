import { TouchlineError } from '@touchline/api/errors';
import { FONT, writeFontFiles } from './fonts.ts';

/** Renders drawings as PNG, outside the thread that serves requests. */
export interface ShareImages {
  /**
   * The picture of a key, at most MAX_AGE_MS old. Callers that ask at the same time share one.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE while too many are being made
   */
  get(key: string, draw: () => Promise<string>): Promise<Buffer>;
}

/** Points move; a picture that is a minute old is fine. */
export const MAX_AGE_MS = 60_000;
/** Some 30 kB each. */
const MAX_CACHED = 300;
const MAX_RUNNING = 2;
const MAX_WAITING = 30;

export function createShareImages(now: () => number): ShareImages {
  const cached = new Map<string, { at: number; png: Promise<Buffer> }>();
  const render = createRenderer();
  return {
    get(key, draw) {
      const known = cached.get(key);
      if (known && now() - known.at < MAX_AGE_MS) return known.png;
      const png = render(draw);
      cached.delete(key);
      cached.set(key, { at: now(), png });
      for (const oldest of cached.keys()) {
        if (cached.size <= MAX_CACHED) break;
        cached.delete(oldest);
      }
      // A failure is not kept.
      png.catch(() => cached.get(key)?.png === png && cached.delete(key));
      return png;
    },
  };
}

/** A few at a time: a link that many people open must not take the machine from the players. */
function createRenderer() {
  let fonts: Promise<string[]> | null = null;
  let running = 0;
  const waiting: (() => void)[] = [];
  async function waitForSlot(): Promise<void> {
    if (running >= MAX_RUNNING) {
      if (waiting.length >= MAX_WAITING)
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Too many pictures are being made.', {
          retryAfter: 5,
        });
      await new Promise<void>((go) => waiting.push(go));
    }
    running++;
  }
  return async (draw: () => Promise<string>): Promise<Buffer> => {
    await waitForSlot();
    try {
      fonts ??= writeFontFiles();
      const [files, svg, { renderAsync }] = await Promise.all([fonts, draw(), import('@resvg/resvg-js')]);
      const font = { fontFiles: files, loadSystemFonts: false, defaultFontFamily: FONT };
      return (await renderAsync(svg, { font })).asPng();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
