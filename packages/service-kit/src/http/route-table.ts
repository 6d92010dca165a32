/** A path segment: literal text, or the name of a parameter. */
type Segment = { text: string } | { name: string };

interface Pattern<Handler> {
  segments: readonly Segment[];
  handler: Handler;
}

/** The handler of a request, and the decoded path parameters. */
interface Match<Handler> {
  handler: Handler;
  params: Record<string, string>;
}

/** Routes by method and path segments. */
export interface RouteTable<Handler> {
  /** @param path literal segments and `:parameters`; if two paths match a request, the one added first wins */
  add(method: string, path: string, handler: Handler): void;
  /** Null if no route matches. */
  find(method: string, path: string): Match<Handler> | null;
}

/** Creates a table that matches requests by path segments. It is faster than trying one regular expression per route. */
export function createRouteTable<Handler>(): RouteTable<Handler> {
  const byLength = new Map<string, Pattern<Handler>[]>();
  const buildKey = (method: string, { length }: readonly unknown[]) => `${method} ${length}`;
  return {
    add(method, path, handler) {
      const segments = path
        .split('/')
        .map((text): Segment => (text.startsWith(':') ? { name: text.slice(1) } : { text }));
      const key = buildKey(method, segments);
      byLength.set(key, [...(byLength.get(key) ?? []), { segments, handler }]);
    },
    find(method, path) {
      const texts = path.split('/');
      const pattern = byLength.get(buildKey(method, texts))?.find(({ segments }) => matches(segments, texts));
      return pattern ? { handler: pattern.handler, params: readParams(pattern.segments, texts) } : null;
    },
  };
}

function matches(segments: readonly Segment[], texts: readonly string[]): boolean {
  return segments.every((segment, place) =>
    'text' in segment ? segment.text === texts[place] : texts[place] !== '',
  );
}

function readParams(segments: readonly Segment[], texts: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [place, segment] of segments.entries())
    if ('name' in segment) params[segment.name] = decodeSegment(texts[place]!);
  return params;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
