import { buildNameKey } from '@touchline/api/name-key';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { bearer, getToken, newPlayer, signIn, visitor } from '../testing/visitor.ts';

const gateway = gatewaySuite(createTestDatabase);

/** Signs in a player who chooses nicknames. */
async function player() {
  const signer = newPlayer();
  const browser = visitor(gateway.url);
  const token = getToken(await signIn(browser, signer));
  const choose = (nickname: unknown, headers = {}) =>
    browser.put('/api/auth/nickname', { nickname }, { ...bearer(token), ...headers });
  return { wallet: signer.address.toLowerCase(), choose };
}

test.each([
  ['Nell Fairbank', 'nell fairbank'],
  ['Nell Fairbank', 'NellFairbank'],
  ['Nell Fairbank', 'Nell-Fair.bank'],
  ['Nell Fairbank', 'Néll Fairbank'],
  ['Nell Fairbank', 'Nеll Fаirbаnk'], // Cyrillic e and a
  ['Nell Fairbank', 'Ne11 Fairbank'],
  ['Modern Love', 'Modem Love'],
  ['Ozzie', '0ΖΖΙΕ'], // a zero and Greek capitals
])('the nicknames %s and %s have the same key', (one, other) => {
  expect(buildNameKey(other)).toBe(buildNameKey(one));
});

test('a nickname is trimmed, public, and available again after its removal', async () => {
  const [nell, other] = [await player(), await player()];
  const chosen = await nell.choose('  Nell   Fairbank ');
  expect(chosen.json.data?.user).toMatchObject({ wallet_address: nell.wallet, nickname: 'Nell Fairbank' });
  const list = `/api/auth/nicknames?wallets=${nell.wallet},${other.wallet}`;
  expect((await visitor(gateway.url).get(list)).json.data).toEqual({
    nicknames: { [nell.wallet]: 'Nell Fairbank' },
  });
  expect(await nell.choose('Nell FAIRBANK')).toMatchObject({ status: 200 }); // the player's own name in another spelling
  const rejected = await other.choose('NeII Fairbank');
  expect(rejected).toMatchObject({
    status: 409,
    json: { code: 'NAME_TAKEN', details: [{ path: 'nickname' }] },
  });
  expect((await nell.choose(null)).json.data?.user).toMatchObject({ nickname: null });
  expect((await other.choose('NeII Fairbank')).status).toBe(200);
});

test.each([
  ['ab', 400],
  ['a'.repeat(21), 400],
  ['0x7099 of old', 400],
  ['...', 400],
  ['zero\u200bwidth', 400],
  ['Adm1n', 409],
  ['T0uchline', 409],
])('the nickname %s is rejected, and the response names the field', async (name, status) => {
  const { choose } = await player();
  const response = await choose(name);
  expect([response.status, response.json.details?.[0]?.path]).toEqual([status, 'nickname']);
});

test('another site cannot set a nickname', async () => {
  const { choose } = await player();
  expect((await choose('Another', { origin: 'https://elsewhere.example' })).status).toBe(403);
});
