import { createTestDatabase } from '@touchline/local-stack/testing';
import { describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { admin, bearer, getToken, newPlayer, requestChallenge, signIn, visitor } from '../testing/visitor.ts';

const gateway = gatewaySuite(createTestDatabase);

const listEvents = (wallet: string) =>
  gateway
    .db('audit_events')
    .where({ wallet: wallet.toLowerCase() })
    .orderBy('id')
    .select('event', 'session', 'address', 'request_id', 'at');

const listKinds = async (wallet: string) =>
  (await listEvents(wallet)).map(({ event }: { event: string }) => event);

describe('S12 A20 the audit log', () => {
  test('the audit log has sign-ins and sign-outs with session, address and request id', async () => {
    const browser = visitor(gateway.url);
    const player = newPlayer();
    const response = await signIn(browser, player);
    await browser.post('/api/auth/logout');
    await browser.post('/api/auth/logout'); // ends nothing
    const events = await listEvents(player.address);
    expect(events.map(({ event }: { event: string }) => event)).toEqual(['sign_in', 'logout']);
    expect(events[0]).toMatchObject({
      address: '127.0.0.1',
      request_id: response.headers.get('x-request-id'),
    });
    expect(events[0].session).toBe(events[1].session);
  });

  test('the audit log has rejected sign-ins: a wrong signature and a used challenge', async () => {
    const browser = visitor(gateway.url);
    const player = admin; // without a chain only a key wallet can be rejected
    const { id, message } = await requestChallenge(browser, player.address);
    const signature = await newPlayer().signMessage({ message });
    const body = { wallet_address: player.address, challenge_id: id, signature };
    await browser.post('/api/auth/login', body);
    await browser.post('/api/auth/login', body);
    expect(await listKinds(player.address)).toEqual(['sign_in_rejected', 'sign_in_rejected']);
  });

  test('the audit log has reused refresh tokens, replaced sessions and sign-outs everywhere', async () => {
    const player = newPlayer();
    const [browser, thief] = [visitor(gateway.url), visitor(gateway.url)];
    await signIn(browser, player);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    await browser.post('/api/auth/refresh');
    gateway.clock.now += 61_000;
    await thief.post('/api/auth/refresh');
    await signIn(browser, player);
    const token = getToken(await signIn(browser, player));
    await browser.post('/api/auth/logout-all', {}, bearer(token));
    expect(await listKinds(player.address)).toEqual([
      'sign_in',
      'refresh_reuse',
      'sign_in',
      'replaced',
      'sign_in',
      'logout_all',
    ]);
  });

  test.each(["update audit_events set event = 'x'", 'delete from audit_events', 'truncate audit_events'])(
    'the database rejects %s',
    async (sql) => {
      await signIn(visitor(gateway.url), newPlayer());
      await expect(gateway.db.raw(sql)).rejects.toThrow(/append-only/);
    },
  );
});
