import { createTestDatabase } from '@touchline/local-stack/testing';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { ADMIN_WALLET, gatewaySuite } from '../testing/gateway-under-test.ts';
import { admin, bearer, getToken, newPlayer, signIn, visitor } from '../testing/visitor.ts';

const gateway = gatewaySuite(createTestDatabase);

test('DATA-01 a wallet in any letter case is one user, whose admin flag is derived from the wallet', async () => {
  const player = newPlayer();
  const upper = `0x${player.address.slice(2).toUpperCase()}` as Hex;
  const first = await signIn(visitor(gateway.url), player, player.address.toLowerCase());
  const second = await signIn(visitor(gateway.url), player, upper);
  expect(second.json.data?.user).toEqual(first.json.data?.user);
  expect(first.json.data?.user).toMatchObject({
    wallet_address: player.address.toLowerCase(),
    isAdmin: false,
  });
  const { json } = await signIn(visitor(gateway.url), admin, ADMIN_WALLET);
  expect(json.data?.user).toMatchObject({ wallet_address: ADMIN_WALLET.toLowerCase(), isAdmin: true });
});

test('SHELL-10 the admin wallet is an admin in lower, mixed and upper case', async () => {
  const upper = `0x${ADMIN_WALLET.slice(2).toUpperCase()}`;
  for (const wallet of [ADMIN_WALLET.toLowerCase(), ADMIN_WALLET, upper]) {
    const response = await signIn(visitor(gateway.url), admin, wallet);
    expect(response.json.data?.user).toMatchObject({ isAdmin: true });
  }
});

test('API-05 the profile is the signed-in user', async () => {
  const player = newPlayer();
  const browser = visitor(gateway.url);
  const token = getToken(await signIn(browser, player));
  const response = await browser.get('/api/auth/profile', bearer(token));
  expect(response.json).toEqual({
    success: true,
    data: {
      user: {
        wallet_address: player.address.toLowerCase(),
        isAdmin: false,
        created_at: new Date(gateway.clock.now).toISOString(),
        nickname: null,
      },
    },
  });
});

test('API-06 only wallet, age and nickname of another user are public; an unknown user is 404', async () => {
  const [me, other] = [newPlayer(), newPlayer()];
  const token = getToken(await signIn(visitor(gateway.url), me));
  await signIn(visitor(gateway.url), other);
  const known = await visitor(gateway.url).get(`/api/auth/user/${other.address}`, bearer(token));
  expect(Object.keys(known.json.data?.user ?? {}).sort()).toEqual([
    'created_at',
    'nickname',
    'wallet_address',
  ]);
  const unknown = await visitor(gateway.url).get(`/api/auth/user/${newPlayer().address}`, bearer(token));
  expect(unknown.status).toBe(404);
});
