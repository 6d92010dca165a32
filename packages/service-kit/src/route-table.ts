/** Parts of a path between its slashes: text as it is, or the name of a parameter. */
type Segment = { text: string } | { name: string };

interface Pattern<A> {
  parts: readonly Segment[];
  answer: A;
}

/** What answers a call, and the decoded parameters of its path. */
interface Match<A> {
  answer: A;
  params: Record<string, string>;
}

/** Routes by the parts of their paths. */
export interface RouteTable<A> {
  /** @param path of texts and `:parameters`; of two that fit a call the one that was added first answers it */
  add(method: string, path: string, answer: A): void;
  /** Null for a call that has no route here. */
  find(method: string, path: string): Match<A> | null;
}

/**
 * Finds what answers a call by comparing the parts of its path: a router with a regular expression for each route, all tried
 * with each call, takes ten times as long.
 */
export function createRouteTable<A>(): RouteTable<A> {
  const byLength = new Map<string, Pattern<A>[]>();
  const keyOf = (method: string, { length }: readonly unknown[]) => `${method} ${length}`;
  return {
    add(method, path, answer) {
      const parts = path
        .split('/')
        .map((part): Segment => (part.startsWith(':') ? { name: part.slice(1) } : { text: part }));
      const key = keyOf(method, parts);
      byLength.set(key, [...(byLength.get(key) ?? []), { parts, answer }]);
    },
    find(method, path) {
      const given = path.split('/');
      const found = byLength.get(keyOf(method, given))?.find(({ parts }) => matches(parts, given));
      return found ? { answer: found.answer, params: readParams(found.parts, given) } : null;
    },
  };
}

function matches(parts: readonly Segment[], given: readonly string[]): boolean {
  return parts.every((part, place) => ('text' in part ? part.text === given[place] : given[place] !== ''));
}

function readParams(parts: readonly Segment[], given: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [place, part] of parts.entries()) if ('name' in part) params[part.name] = decodeSegment(given[place]!);
  return params;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
