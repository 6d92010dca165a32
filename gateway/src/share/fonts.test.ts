import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FakeGames, GAME, startFakeGames, TEAM } from '../testing/fake-games.ts';
import { createFolder, gatewaySuite } from '../testing/gateway-under-test.ts';

let games: FakeGames;
// Before the gateway, which needs the address.
beforeAll(async () => {
  games = await startFakeGames();
});
const gateway = gatewaySuite(createTestDatabase, () => ({ SERVICE_GAMES_URL: games.url }));
afterAll(() => games.stop());
afterAll(() => vi.unstubAllEnvs());

test('preview images work again once the fonts can be written', async () => {
  const getStatus = async (path: string) => (await fetch(gateway.url + path)).status;
  vi.stubEnv('TMPDIR', join(createFolder('fonts'), 'missing'));
  expect(await getStatus(`/share/team/${TEAM}.png`)).toBe(500);
  vi.unstubAllEnvs();
  expect(await getStatus(`/share/team/${TEAM}.png`)).toBe(200);
  expect(await getStatus(`/share/game/${GAME}.png`)).toBe(200);
});
