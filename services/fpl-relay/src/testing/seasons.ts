import { buildScript, type FeedScript } from './feed-script.ts';

/** Builds the season of `buildScript` some years later or earlier, with other matches, none of them played. */
export function buildOtherSeason(now: number, years: number): FeedScript {
  const first = new Date(buildScript(now).events[0]?.deadline_time as string);
  const moved = new Date(first).setUTCFullYear(first.getUTCFullYear() + years);
  const script = buildScript(now + moved - first.getTime());
  const notStarted = { finished: false, data_checked: false, is_current: false };
  for (const event of script.events) Object.assign(event, { ...notStarted, is_next: event.id === 1 });
  const unplayed = { started: false, finished: false, finished_provisional: false, stats: [], minutes: 0 };
  for (const fixture of script.fixtures)
    Object.assign(fixture, { ...unplayed, code: fixture.id + 100_000 + 1000 * years });
  return script;
}

/** Replaces the served script. */
export function serve(script: FeedScript, other: FeedScript): void {
  for (const [name, value] of Object.entries(other))
    Object.defineProperty(script, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Alternates between two seasons with every bootstrap request. */
export function alternate(script: FeedScript, first: FeedScript, second: FeedScript): void {
  let requests = 0;
  const getServed = () => (requests % 2 === 0 ? first : second);
  for (const name of Object.keys(first) as (keyof FeedScript)[])
    Object.defineProperty(script, name, {
      get: () => getServed()[name],
      configurable: true,
      enumerable: true,
    });
  Object.defineProperty(script, 'events', {
    get: () => {
      requests += 1;
      return getServed().events;
    },
    configurable: true,
    enumerable: true,
  });
}
