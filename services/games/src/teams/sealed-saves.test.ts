import { standingsChanged } from '@touchline/api/events/games';
import { tail } from '@touchline/service-kit/messaging/tail';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { countBlocked, eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { DAY, HOUR } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startWeekendSuite } from '../testing/weekend-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const saturday = base + DAY;
const [me, rival] = [wallet(1), wallet(2)];
const app = setUpGamesSuite((dependencies) => startWeekendSuite(dependencies, base));

type Event = z.infer<typeof standingsChanged.payload>;

/** Follows the events about the standings of a game. */
function followEvents(game: string): Event[] {
  const events: Event[] = [];
  tail(app.feed.bus, {
    start: () => 1,
    onMessage: ({ subject, payload }) => {
      if (subject !== standingsChanged.subject) return;
      const event = standingsChanged.payload.parse(payload);
      if (event.game_id === game) events.push(event);
    },
    onReset: () => {},
  });
  return events;
}

it('game rule 10.10 a save before the first kick-off of its gameweek sends no event, and a later one does', async () => {
  const { id: game } = await app.game('WEEKLY', 1);
  const events = followEvents(game);
  const joined = { game_id: game, gameweek: null, only_newcomers: true };
  const id = await app.join(me, game);
  await app.save(me, id, [[32, 62]]);
  // Events keep their order, so one of the save would be before that of the second join.
  await app.join(rival, game);
  const listSinceJoin = () => events.slice(events.findIndex(({ only_newcomers }) => only_newcomers));
  await eventually(async () => expect(listSinceJoin()).toEqual([joined, joined]));
  app.clock.now = saturday + HOUR;
  await app.save(me, id, [
    [32, 62],
    [115, 125],
  ]);
  await eventually(async () => expect(events).toContainEqual({ game_id: game, gameweek: 1 }));
});

it('game rule 10.10 a save that waits for the game until after the kick-off sends an event, because its lineup is visible', async () => {
  app.clock.now = base;
  const { id: game } = await app.game('WEEKLY', 1);
  const id = await app.join(wallet(3), game);
  const events = followEvents(game);
  app.clock.now = saturday - 1_000;
  const save = await app.db.transaction(async (trx) => {
    await trx('games').where({ id: game }).forUpdate();
    const saving = app.save(wallet(3), id, [[32, 62]]);
    await eventually(async () => expect(await countBlocked(app.db)).toBe(1));
    app.clock.now = saturday + 1_000;
    // The kick-off itself sends one.
    await eventually(async () => expect(events).toContainEqual({ game_id: game, gameweek: 1 }));
    events.length = 0;
    return [saving] as const; // in a list, so that the transaction does not wait for it
  });
  await save[0];
  await eventually(async () => expect(events).toContainEqual({ game_id: game, gameweek: 1 }));
});

it('game rule 10.10 a save for the next gameweek of a running game sends no event', async () => {
  app.clock.now = base;
  const { id: game } = await app.game('SEASON');
  const id = await app.join(wallet(4), game);
  app.clock.now = saturday + HOUR;
  const events = followEvents(game);
  await app.save(wallet(4), id, [[32, 62]], { effective_gameweek: 2 });
  // Events keep their order.
  await app.join(wallet(5), game);
  const isJoin = ({ only_newcomers }: Event) => only_newcomers === true;
  await eventually(async () => expect(events.filter(isJoin)).toHaveLength(2));
  const [first, last] = [events.findIndex(isJoin), events.findLastIndex(isJoin)];
  expect(events.slice(first, last + 1).filter((event) => !isJoin(event))).toEqual([]);
});
