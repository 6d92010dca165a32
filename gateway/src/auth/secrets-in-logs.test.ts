import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { admin, bearer, getToken, newPlayer, requestChallenge, signIn, visitor } from '../testing/visitor.ts';

const gateway = gatewaySuite(createTestDatabase, () => ({ LOG_LEVEL: 'trace' }));

/** Matches tokens, signatures and cookie names. */
const SECRET = /eyJ[\w-]{10}|0x[0-9a-f]{130}|touchline-(refresh|admin)|bearer /i;

test('A20 logs at the lowest level contain no token, signature or cookie', async () => {
  const browser = visitor(gateway.url);
  const player = newPlayer();
  const token = getToken(await signIn(browser, player));
  const secrets = [token, ...browser.cookies.values()];
  await browser.post('/api/auth/refresh');
  await browser.get('/api/auth/profile', bearer(token));
  await browser.get('/api/auth/profile', bearer(`${token}x`));
  await browser.get('/api/auth/profile', { authorization: `Basic ${token}` });
  await browser.get('/api/games', bearer(token)); // no service is running
  await browser.post('/api/auth/login', { wallet_address: player.address, signature: 'x', token });
  const { id, message } = await requestChallenge(browser, admin.address);
  for (const signer of [player, player, newPlayer()]) {
    const signature = await signer.signMessage({ message });
    secrets.push(signature);
    const body = { wallet_address: admin.address, challenge_id: id, signature };
    await browser.post('/api/auth/login', body);
    await browser.post('/api/auth/login', { ...body, wallet_address: player.address });
  }
  secrets.push(...browser.cookies.values());
  await browser.post('/api/auth/logout', {}, bearer(token));

  const text = gateway.logged.join('');
  expect(gateway.logged.length).toBeGreaterThan(10);
  expect(text).toContain('/auth/login');
  expect(text).not.toMatch(SECRET);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
