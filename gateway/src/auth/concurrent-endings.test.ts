import { createTestDatabase } from '@touchline/local-stack/testing';
import { countBlocked, eventually } from '@touchline/service-kit/testing/waiting';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { bearer, getToken, newPlayer, signIn, visitor } from '../testing/visitor.ts';

const gateway = gatewaySuite(createTestDatabase);

/** Runs `work` while the user is locked; `work` gets a function that waits until so many transactions wait for locks. */
async function whileUserIsLocked<T>(
  wallet_address: string,
  work: (blocked: (n: number) => Promise<void>) => T,
) {
  return gateway.db.transaction(async (trx) => {
    await trx('users').where({ wallet_address }).forUpdate();
    return work((n) => eventually(async () => expect(await countBlocked(gateway.db)).toBe(n)));
  });
}

test('A3 a sign-in during "sign out everywhere" starts a session that all services accept, or none', async () => {
  const player = newPlayer();
  const [desktop, phone] = [visitor(gateway.url), visitor(gateway.url)];
  const token = getToken(await signIn(desktop, player));
  const pending = await whileUserIsLocked(player.address.toLowerCase(), async (blocked) => {
    const signingIn = signIn(phone, player);
    await blocked(1);
    const ending = desktop.post('/api/auth/logout-all', {}, bearer(token));
    await Promise.race([ending, blocked(2)]);
    return { signingIn, ending };
  });
  const [signedIn, ended] = await Promise.all([pending.signingIn, pending.ending]);
  expect([signedIn.status, ended.status]).toEqual([200, 200]);
  // The services accept what the times allow, the refresh what the rows allow.
  const profile = await phone.get('/api/auth/profile', bearer(getToken(signedIn)));
  const refresh = await phone.post('/api/auth/refresh');
  expect([
    [200, 200],
    [401, 403],
  ]).toContainEqual([profile.status, refresh.status]);
});
