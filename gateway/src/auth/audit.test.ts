import { createTestDatabase } from '@touchline/local-stack/testing';
import { describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { admin, requestChallenge, bearer, newPlayer, signIn, tokenOf, visitor } from '../testing/visitor.ts';

const gateway = gatewaySuite(createTestDatabase);

const trailOf = (wallet: string) =>
  gateway
    .db('audit_events')
    .where({ wallet: wallet.toLowerCase() })
    .orderBy('id')
    .select('what', 'session', 'address', 'request_id', 'at');

const whats = async (wallet: string) => (await trailOf(wallet)).map(({ what }: { what: string }) => what);

describe('S12 A20 the audit trail', () => {
  test('has sign-ins and sign-outs, with session, address and request id', async () => {
    const browser = visitor(gateway.url);
    const player = newPlayer();
    const answer = await signIn(browser, player);
    await browser.post('/api/auth/logout');
    await browser.post('/api/auth/logout'); // ends nothing
    const trail = await trailOf(player.address);
    expect(trail.map(({ what }: { what: string }) => what)).toEqual(['sign_in', 'logout']);
    expect(trail[0]).toMatchObject({ address: '127.0.0.1', request_id: answer.headers.get('x-request-id') });
    expect(trail[0].session).toBe(trail[1].session);
  });

  test('has refused sign-ins: a wrong signature, and a challenge that was used already', async () => {
    const browser = visitor(gateway.url);
    const player = admin; // without a chain only a key can be refused
    const { id, message } = await requestChallenge(browser, player.address);
    const signature = await newPlayer().signMessage({ message });
    const body = { wallet_address: player.address, challenge_id: id, signature };
    await browser.post('/api/auth/login', body);
    await browser.post('/api/auth/login', body);
    expect(await whats(player.address)).toEqual(['sign_in_refused', 'sign_in_refused']);
  });

  test('has the reuse of a refresh token, replaced sessions and sign-outs everywhere', async () => {
    const player = newPlayer();
    const [browser, thief] = [visitor(gateway.url), visitor(gateway.url)];
    await signIn(browser, player);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    await browser.post('/api/auth/refresh');
    gateway.clock.now += 11_000;
    await thief.post('/api/auth/refresh');
    await signIn(browser, player);
    const token = tokenOf(await signIn(browser, player));
    await browser.post('/api/auth/logout-all', {}, bearer(token));
    expect(await whats(player.address)).toEqual([
      'sign_in',
      'refresh_reuse',
      'sign_in',
      'replaced',
      'sign_in',
      'logout_all',
    ]);
  });

  test.each(["update audit_events set what = 'x'", 'delete from audit_events', 'truncate audit_events'])(
    '%s is refused by the database',
    async (sql) => {
      await signIn(visitor(gateway.url), newPlayer());
      await expect(gateway.db.raw(sql)).rejects.toThrow(/append-only/);
    },
  );
});
