import { standingsChanged } from '@touchline/api/events/games';
import { tail } from '@touchline/service-kit/messaging/tail';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { DAY, HOUR } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startWeekendSuite } from '../testing/weekend-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const saturday = base + DAY;
const [me, rival] = [wallet(1), wallet(2)];
const app = setUpGamesSuite((dependencies) => startWeekendSuite(dependencies, base));

it('game rule 10.10 a save before the first kick-off of its gameweek sends no event, and a later one does', async () => {
  const { id: game } = await app.game('WEEKLY', 1);
  const events: z.infer<typeof standingsChanged.payload>[] = [];
  tail(app.feed.bus, {
    start: () => 1,
    onMessage: ({ subject, payload }) => {
      if (subject === standingsChanged.subject) events.push(standingsChanged.payload.parse(payload));
    },
    onReset: () => {},
  });
  const joined = { game_id: game, gameweek: null, only_newcomers: true };
  const id = await app.join(me, game);
  await app.save(me, id, [[32, 62]]);
  // Events keep their order, so one of the save would be before that of the second join.
  await app.join(rival, game);
  const listSinceJoin = () => {
    const own = events.filter(({ game_id }) => game_id === game);
    return own.slice(own.findIndex(({ only_newcomers }) => only_newcomers));
  };
  await eventually(async () => expect(listSinceJoin()).toEqual([joined, joined]));
  app.clock.now = saturday + HOUR;
  await app.save(me, id, [
    [32, 62],
    [115, 125],
  ]);
  await eventually(async () => expect(events).toContainEqual({ game_id: game, gameweek: 1 }));
});
