import { bootstrap } from '@touchline/api/http/fpl';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, test } from 'vitest';
import { toBuilderPlayers } from '../football/builder-players.ts';
import { buildBootstrap, playerId } from '../testing/fixtures.ts';
import { openBuilder, rows } from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

test('BUILD-16, BUILD-18 a row shows its eight fields', async () => {
  await openBuilder();
  const row = rows()[0] as HTMLElement;
  const part = (name: string) => row.querySelector(`[data-part="${name}"]`);
  // The most expensive player of club 2: a forward with 28 points.
  const shown = toBuilderPlayers(buildBootstrap()).find(
    ({ web_name }) => web_name === part('name')?.textContent,
  );
  expect(part('colour')?.getAttribute('style')).toContain(shown?.club_colour);
  const texts = ['position', 'club', 'points', 'form', 'price', 'price-change'].map(
    (name) => part(name)?.textContent,
  );
  const { position, points, form, price, priceChange } = shown!;
  expect(texts).toEqual([
    ['GK', 'DEF', 'MID', 'FWD'][position - 1],
    shown?.club_short,
    `${points} pts`,
    `Form ${form.toFixed(1)}`,
    `£${(price / 10).toFixed(1)}m`,
    expect.stringContaining(Math.abs(priceChange / 10).toFixed(1)),
  ]);
});

test('BUILD-16 a row shows the direction of the price change', async () => {
  const changes = new Map([
    [playerId(2, 7), { total_points: 300, cost_change: 0.3 }],
    [playerId(3, 7), { total_points: 200, cost_change: -0.2 }],
    [playerId(4, 7), { total_points: 100, cost_change: 0 }],
  ]);
  const players = fakeResponse(
    bootstrap,
    buildBootstrap(({ id }) => changes.get(id) ?? {}),
  );
  await openBuilder({ responses: [players] });
  const shown = rows()
    .slice(0, 3)
    .map((row) => row.querySelector<HTMLElement>('[data-part="price-change"]'));
  expect(shown.map((part) => [part?.dataset.direction, part?.textContent])).toEqual([
    ['up', '▲up 0.3'],
    ['down', '▼down 0.2'],
    ['same', '=unchanged 0.0'],
  ]);
});

test('BUILD-16 a row shows one point in the singular', async () => {
  const footballResponse = fakeResponse(
    bootstrap,
    buildBootstrap(() => ({ total_points: 1 })),
  );
  await openBuilder({ responses: [footballResponse] });
  expect(rows()[0]?.querySelector('[data-part="points"]')?.textContent).toBe('1 pt');
});
