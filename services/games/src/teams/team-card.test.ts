import { wallet } from '@touchline/service-kit/testing/tokens';
import { expect, it } from 'vitest';
import { DAY, HOUR } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const [owner, rival] = [1, 2].map(wallet) as [string, string];

const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, base, [base + DAY]));

it('P10 the preview of a team contains none of its players before and after the kick-off, not even for the owner', async () => {
  const { id: game } = await app.game('WEEKLY', 1);
  const id = await app.join(owner, game, { team_name: 'Dark Horses' });
  for (const now of [base, base + DAY - 1, base + DAY + HOUR]) {
    app.clock.now = now;
    for (const who of [null, rival, owner]) {
      const { status, body } = await app.raw('GET', `/games/participations/${id}/card`, who);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain('Dark Horses');
      expect(JSON.stringify(body)).not.toMatch(/Player\d+|captain|formation|field|bench|3-4-3/);
    }
  }
});
