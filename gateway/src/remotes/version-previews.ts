import { createHmac, timingSafeEqual } from 'node:crypto';
import { NEXT_VERSION } from '@touchline/api/http/releases';
import { remoteName, remoteVersion } from '@touchline/api/http/remotes';
import type { Context } from 'koa';
import { createCookie } from '../headers/cookie.ts';

/** A version, or `NEXT_VERSION`, that one browser gets until a time (epoch ms), regardless of the version of others. */
export interface Preview {
  name: string;
  version: string;
  until: number;
}

/** Browsers keep at most this many previews; the earliest opened end first. */
const MAX_PREVIEWS = 10;
/** Cookie of a browser whose user has ended all previews. */
const ENDED = 'ended';
const DAY_SECONDS = 86_400;

/** Previews of browsers. A link carries a signed token in `?preview=`; browsers keep tokens in a cookie. */
export type Previews = ReturnType<typeof createVersionPreviews>;

/** `secret` is undefined while publishing is disabled: no token is then valid. */
export function createVersionPreviews(publicUrl: URL, secret: string | undefined, now: () => number) {
  const cookie = createCookie(publicUrl, 'preview', 'lax');
  const sign = (preview: Preview) => signPreview(secret ?? '', preview);
  const verify = (token: string) => {
    const preview = secret ? parsePreview(secret, token) : null;
    return preview && preview.until > now() ? preview : null;
  };

  function store(ctx: Context, previews: readonly Preview[]): void {
    const until = Math.max(...previews.map((preview) => preview.until));
    cookie.write(ctx, previews.map(sign).join(SEPARATOR), Math.ceil((until - now()) / 1_000));
  }

  return {
    sign,
    /** Returns the previews of a browser. A valid token in the request's query is added to its cookie. */
    read(ctx: Context): Preview[] {
      const kept = cookie
        .read(ctx)
        .split(SEPARATOR)
        .flatMap((token) => verify(token) ?? []);
      const { preview: token } = ctx.query;
      const opened = typeof token === 'string' ? verify(token) : null;
      if (!opened) return kept;
      const previews = [...kept.filter(({ name }) => name !== opened.name), opened].slice(-MAX_PREVIEWS);
      store(ctx, previews);
      return previews;
    },
    /** Adds previews to a browser, unless it has some or its user has ended them. */
    suggest(ctx: Context, previews: readonly Preview[]) {
      if (previews.length > 0 && cookie.read(ctx) === '') store(ctx, previews);
    },
    /** Returns whether the user of a browser has ended its previews. */
    hasEnded: (ctx: Context) => cookie.read(ctx) === ENDED,
    /** Ends all previews of a browser. */
    end: (ctx: Context) => cookie.write(ctx, ENDED, DAY_SECONDS),
  };
}

const SEPARATOR = '!';

/** `<name>~<version>~<seconds>~<signature>`. */
function signPreview(secret: string, { name, version, until }: Preview): string {
  const subject = [name, version, String(Math.floor(until / 1_000))];
  const signature = createHmac('sha256', secret)
    .update(['preview', ...subject].join(' '))
    .digest('base64url');
  return [...subject, signature].join('~');
}

function parsePreview(secret: string, token: string): Preview | null {
  const [name = '', version = '', seconds = ''] = token.split('~');
  if (!remoteName.safeParse(name).success || !/^\d{1,12}$/.test(seconds)) return null;
  if (version !== NEXT_VERSION && !remoteVersion.safeParse(version).success) return null;
  const preview = { name, version, until: Number(seconds) * 1_000 };
  const [actual, expected] = [Buffer.from(token), Buffer.from(signPreview(secret, preview))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? preview : null;
}
