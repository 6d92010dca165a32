import { TouchlineError } from '@touchline/api/errors';
import { FONT, fontFiles } from './fonts.ts';

/** Renders drawings as PNG, outside the thread that serves requests. */
export interface Pictures {
  /**
   * The picture of a key, at most MAX_AGE_MS old. Callers that ask at the same time share one.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE while too many are being made
   */
  of(key: string, draw: () => Promise<string>): Promise<Buffer>;
}

/** Points move; a picture that is a minute old is fine. */
export const MAX_AGE_MS = 60_000;
/** Some 30 kB each. */
const MOST_KEPT = 300;
const AT_ONCE = 2;
const MOST_WAITING = 30;

export function createPictures(now: () => number): Pictures {
  const kept = new Map<string, { at: number; png: Promise<Buffer> }>();
  const render = createRenderer();
  return {
    of(key, draw) {
      const known = kept.get(key);
      if (known && now() - known.at < MAX_AGE_MS) return known.png;
      const png = render(draw);
      kept.delete(key);
      kept.set(key, { at: now(), png });
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      // A failure is not kept.
      png.catch(() => kept.get(key)?.png === png && kept.delete(key));
      return png;
    },
  };
}

/** A few at a time: a link that many people open must not take the machine from the players. */
function createRenderer() {
  let fonts: Promise<string[]> | null = null;
  let running = 0;
  const waiting: (() => void)[] = [];
  async function turn(): Promise<void> {
    if (running >= AT_ONCE) {
      if (waiting.length >= MOST_WAITING)
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Too many pictures are being made.', {
          retryAfter: 5,
        });
      await new Promise<void>((go) => waiting.push(go));
    }
    running++;
  }
  return async (draw: () => Promise<string>): Promise<Buffer> => {
    await turn();
    try {
      fonts ??= fontFiles();
      const [files, svg, { renderAsync }] = await Promise.all([fonts, draw(), import('@resvg/resvg-js')]);
      const font = { fontFiles: files, loadSystemFonts: false, defaultFontFamily: FONT };
      return (await renderAsync(svg, { font })).asPng();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
