import { createTestDatabase } from '@touchline/local-stack/testing';
import { getAddress } from 'viem';
import { parseSiweMessage } from 'viem/siwe';
import { describe, expect, test } from 'vitest';
import { ADMIN_WALLET, gatewaySuite } from '../testing/gateway-under-test.ts';
import { admin, getToken, newPlayer, requestChallenge, signIn, visitor } from '../testing/visitor.ts';

const MINUTE = 60_000;

// Without a chain: key wallets need none.
const gateway = gatewaySuite(createTestDatabase);

describe('first step', () => {
  test('API-04 a login with the address alone returns a message to sign and no token', async () => {
    const browser = visitor(gateway.url);
    const response = await browser.post('/api/auth/login', { wallet_address: admin.address });
    expect(response.status).toBe(200);
    expect(Object.keys(response.json.data ?? {})).toEqual(['challenge']);
    expect(browser.cookies.size).toBe(0);
  });

  test('the message contains the configured site, the chain and the wallet', async () => {
    const { id, message, expires_at } = await requestChallenge(
      visitor(gateway.url),
      admin.address.toLowerCase(),
    );
    const parsed = parseSiweMessage(message);
    expect(parsed).toMatchObject({
      domain: 'localhost:8080',
      uri: 'http://localhost:8080',
      address: getAddress(admin.address),
      chainId: 480,
      version: '1',
      requestId: id,
    });
    expect(parsed.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(parsed.expirationTime?.toISOString()).toBe(expires_at);
    expect(Date.parse(expires_at) - gateway.clock.now).toBe(5 * MINUTE);
  });

  test.each([
    ['no address', {}, 'wallet_address'],
    ['no wallet address', { wallet_address: 'admin' }, 'wallet_address'],
    ['an unknown field', { wallet_address: ADMIN_WALLET, isAdmin: true }, 'isAdmin'],
    [
      'a signature without its challenge',
      { wallet_address: ADMIN_WALLET, signature: '0x00' },
      'challenge_id',
    ],
  ])('a login with %s is 400 and names the field', async (_case, body, path) => {
    const response = await visitor(gateway.url).post('/api/auth/login', body);
    expect(response.status).toBe(400);
    expect(response.json.code).toBe('VALIDATION_FAILED');
    expect(response.json.details?.map((detail) => detail.path)).toContain(path);
  });

  test('a page of another site cannot start a sign-in', async () => {
    const response = await visitor(gateway.url).post(
      '/api/auth/login',
      { wallet_address: admin.address },
      { origin: 'https://evil.example' },
    );
    expect(response.status).toBe(403);
  });
});

describe('second step', () => {
  test('API-04 AUTH-01 a login with the signature of the message returns a token and the user', async () => {
    const player = newPlayer();
    const response = await signIn(visitor(gateway.url), player);
    expect(response.status).toBe(200);
    expect(response.json.data?.user).toMatchObject({
      wallet_address: player.address.toLowerCase(),
      isAdmin: false,
    });
    expect(getToken(response).split('.')).toHaveLength(3);
  });

  test('a key wallet signs in without a chain', async () => {
    expect((await signIn(visitor(gateway.url), newPlayer())).status).toBe(200);
  });

  test('A1 a challenge can be used once', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const { id, message } = await requestChallenge(browser, player.address);
    const body = {
      wallet_address: player.address,
      challenge_id: id,
      signature: await player.signMessage({ message }),
    };
    expect((await browser.post('/api/auth/login', body)).status).toBe(200);
    const again = await browser.post('/api/auth/login', body);
    expect(again.status).toBe(409);
    expect(again.json.code).toBe('CHALLENGE_EXPIRED');
  });

  test('A1 thirty concurrent logins with one signature return one token', async () => {
    const player = newPlayer();
    const { id, message } = await requestChallenge(visitor(gateway.url), player.address);
    const signature = await player.signMessage({ message });
    const body = { wallet_address: player.address, challenge_id: id, signature };
    const tries = Array.from({ length: 30 }, () => visitor(gateway.url).post('/api/auth/login', body));
    const codes = (await Promise.all(tries)).map((response) => response.json.code ?? 'token');
    expect(codes.filter((code) => code === 'token')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CHALLENGE_EXPIRED')).toHaveLength(29);
  });

  test('a challenge expires after five minutes', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const { id, message } = await requestChallenge(browser, player.address);
    const signature = await player.signMessage({ message });
    gateway.clock.now += 5 * MINUTE + 1;
    const response = await browser.post('/api/auth/login', {
      wallet_address: player.address,
      challenge_id: id,
      signature,
    });
    expect(response.json.code).toBe('CHALLENGE_EXPIRED');
  });

  test("A1 a wallet's challenge is not valid for another wallet", async () => {
    const [challenged, other] = [newPlayer(), newPlayer()];
    const browser = visitor(gateway.url);
    const { id, message } = await requestChallenge(browser, challenged.address);
    const response = await browser.post('/api/auth/login', {
      wallet_address: other.address,
      challenge_id: id,
      signature: await other.signMessage({ message }),
    });
    expect(response.json.code).toBe('CHALLENGE_EXPIRED');
  });

  test('a signature of 9 kB is rejected', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const { id } = await requestChallenge(browser, player.address);
    const response = await browser.post('/api/auth/login', {
      wallet_address: player.address,
      challenge_id: id,
      signature: `0x${'ab'.repeat(4608)}`,
    });
    expect(response.status).toBe(400);
    expect(response.json.details?.[0]?.path).toBe('signature');
  });
});
