import { createTestDatabase } from '@touchline/local-stack/testing';
import { getAddress } from 'viem';
import { parseSiweMessage } from 'viem/siwe';
import { describe, expect, test } from 'vitest';
import { ADMIN_WALLET, gatewaySuite } from '../testing/gateway-under-test.ts';
import { admin, requestChallenge, newPlayer, signIn, tokenOf, visitor } from '../testing/visitor.ts';

const MINUTE = 60_000;

// Without a chain: key wallets need none.
const gateway = gatewaySuite(createTestDatabase);

describe('first step', () => {
  test('API-04 the address alone yields a message to sign and no token', async () => {
    const browser = visitor(gateway.url);
    const answer = await browser.post('/api/auth/login', { wallet_address: admin.address });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json.data ?? {})).toEqual(['challenge']);
    expect(browser.cookies.size).toBe(0);
  });

  test('the message names the configured site, the chain and the wallet', async () => {
    const { id, message, expires_at } = await requestChallenge(visitor(gateway.url), admin.address.toLowerCase());
    const said = parseSiweMessage(message);
    expect(said).toMatchObject({
      domain: 'localhost:8080',
      uri: 'http://localhost:8080',
      address: getAddress(admin.address),
      chainId: 480,
      version: '1',
      requestId: id,
    });
    expect(said.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(said.expirationTime?.toISOString()).toBe(expires_at);
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
  ])('%s is 400 and names the field', async (_what, body, path) => {
    const answer = await visitor(gateway.url).post('/api/auth/login', body);
    expect(answer.status).toBe(400);
    expect(answer.json.code).toBe('VALIDATION_FAILED');
    expect(answer.json.details?.map((detail) => detail.path)).toContain(path);
  });

  test('a page of another site cannot start a sign-in', async () => {
    const answer = await visitor(gateway.url).post(
      '/api/auth/login',
      { wallet_address: admin.address },
      { origin: 'https://evil.example' },
    );
    expect(answer.status).toBe(403);
  });
});

describe('second step', () => {
  test('API-04 AUTH-01 the signature of the message yields a token and the user', async () => {
    const player = newPlayer();
    const answer = await signIn(visitor(gateway.url), player);
    expect(answer.status).toBe(200);
    expect(answer.json.data?.user).toMatchObject({
      wallet_address: player.address.toLowerCase(),
      isAdmin: false,
    });
    expect(tokenOf(answer).split('.')).toHaveLength(3);
  });

  test('a key wallet needs no chain', async () => {
    expect((await signIn(visitor(gateway.url), newPlayer())).status).toBe(200);
  });

  test('a challenge works once', async () => {
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

  test('thirty concurrent attempts yield one token', async () => {
    const player = newPlayer();
    const { id, message } = await requestChallenge(visitor(gateway.url), player.address);
    const signature = await player.signMessage({ message });
    const body = { wallet_address: player.address, challenge_id: id, signature };
    const tries = Array.from({ length: 30 }, () => visitor(gateway.url).post('/api/auth/login', body));
    const codes = (await Promise.all(tries)).map((answer) => answer.json.code ?? 'token');
    expect(codes.filter((code) => code === 'token')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CHALLENGE_EXPIRED')).toHaveLength(29);
  });

  test('a challenge expires after five minutes', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const { id, message } = await requestChallenge(browser, player.address);
    const signature = await player.signMessage({ message });
    gateway.clock.now += 5 * MINUTE + 1;
    const answer = await browser.post('/api/auth/login', {
      wallet_address: player.address,
      challenge_id: id,
      signature,
    });
    expect(answer.json.code).toBe('CHALLENGE_EXPIRED');
  });

  test("a wallet's challenge is not valid for another wallet", async () => {
    const [asked, other] = [newPlayer(), newPlayer()];
    const browser = visitor(gateway.url);
    const { id, message } = await requestChallenge(browser, asked.address);
    const answer = await browser.post('/api/auth/login', {
      wallet_address: other.address,
      challenge_id: id,
      signature: await other.signMessage({ message }),
    });
    expect(answer.json.code).toBe('CHALLENGE_EXPIRED');
  });

  test('a signature of 9 kB is refused', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const { id } = await requestChallenge(browser, player.address);
    const answer = await browser.post('/api/auth/login', {
      wallet_address: player.address,
      challenge_id: id,
      signature: `0x${'ab'.repeat(4608)}`,
    });
    expect(answer.status).toBe(400);
    expect(answer.json.details?.[0]?.path).toBe('signature');
  });
});
