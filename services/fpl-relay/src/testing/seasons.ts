import { buildScript, type FeedScript } from './feed-script.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

/** The season of `buildScript`, some years later or earlier: other matches, none of them played yet. */
export function buildOtherSeason(now: number, years: number): FeedScript {
  const script = buildScript(now + years * YEAR_MS);
  const ahead = { finished: false, data_checked: false, is_current: false };
  for (const event of script.events) Object.assign(event, { ...ahead, is_next: event.id === 1 });
  const unplayed = { started: false, finished: false, finished_provisional: false, stats: [], minutes: 0 };
  for (const fixture of script.fixtures)
    Object.assign(fixture, { ...unplayed, code: fixture.id + 100_000 + 1000 * years });
  return script;
}

/** Serves another script from now on. */
export function serve(script: FeedScript, other: FeedScript): void {
  for (const [name, value] of Object.entries(other))
    Object.defineProperty(script, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Serves the one season and the other by turns, from bootstrap to bootstrap. */
export function alternate(script: FeedScript, one: FeedScript, other: FeedScript): void {
  let turns = 0;
  const served = () => (turns % 2 === 0 ? one : other);
  for (const name of Object.keys(one) as (keyof FeedScript)[])
    Object.defineProperty(script, name, { get: () => served()[name], configurable: true, enumerable: true });
  Object.defineProperty(script, 'events', {
    get: () => {
      turns += 1;
      return served().events;
    },
    configurable: true,
    enumerable: true,
  });
}
