import { createTestDatabase } from '@touchline/local-stack/testing';
import { describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { releaseEnv, releaseTeam } from '../testing/release-team.ts';
import { bearer, getToken, newPlayer, signIn, visitor } from '../testing/visitor.ts';

const env = releaseEnv();
const gateway = gatewaySuite(createTestDatabase, () => env);
const team = releaseTeam(gateway);

interface Report {
  outcome?: 'loaded' | 'failed';
  token?: string;
  to?: { url: string };
}

const report = (
  name: string,
  version: string,
  address: string,
  { outcome = 'failed', token, to = gateway }: Report = {},
) =>
  visitor(to.url).post(
    '/api/remotes/reports',
    { name, version, outcome, code: outcome === 'failed' ? 'REMOTE_CRASHED' : '', ms: 5 },
    { 'x-forwarded-for': address, ...(token ? bearer(token) : {}) },
  );

/** Publishes versions one after the other; the last one is current. */
async function publishAll(name: string, ...versions: (string | { fix: string })[]) {
  for (const version of versions) {
    gateway.clock.now += 1;
    const securityFix = typeof version !== 'string';
    await team.publish(name, securityFix ? version.fix : version, { securityFix });
  }
}

const getCurrent = async (name: string) => (await team.find(name))?.version;
const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

describe('failures in browsers', () => {
  test('a version is rolled back after failures in nine networks and a percentage of all', async () => {
    const name = 'mf-fails';
    await publishAll(name, '1.0.0');
    expect((await report(name, '0.9.0', '10.1.1.1')).json.data).toEqual({ counted: false });
    await publishAll(name, '1.1.0');
    for (const net of range(30)) await report(name, '1.1.0', `10.9.${net}.1`, { outcome: 'loaded' });
    for (const net of range(9)) await report(name, '1.1.0', `10.8.${net}.1`);
    expect(await getCurrent(name)).toBe('1.1.0');
    await report(name, '1.1.0', '10.8.10.1');
    expect(await getCurrent(name)).toBe('1.0.0');
    const remote = await team.list(name);
    expect(remote?.versions.map(({ state }) => state)).toEqual(['returned', 'current']);
    expect(remote?.versions[0]?.because).toBe('It failed in 10 of 40 networks (REMOTE_CRASHED).');
  });

  test('a report to a replica that still offers a version which was rolled back changes nothing', async () => {
    const name = 'mf-late';
    await publishAll(name, '1.0.0', '1.1.0');
    const replica = await gateway.start(env); // its clock stands still, and so does its cache
    await report(name, '1.1.0', '10.7.1.1', { to: replica });
    for (const net of range(9)) await report(name, '1.1.0', `10.7.${net}.1`);
    expect(await getCurrent(name)).toBe('1.0.0');
    expect((await report(name, '1.1.0', '10.7.10.1', { to: replica })).json.data).toEqual({ counted: true });
    await replica.stop(); // writes the errors that it has counted
    const errors: { message: string }[] = await gateway.db('remote_errors').where({ name }).select('message');
    const messages = errors.map(({ message }) => message);
    expect(messages).toContain('It failed in a browser (REMOTE_CRASHED).');
    expect(messages.filter((message) => message.includes('no earlier version'))).toEqual([]);
    const remote = await team.list(name);
    expect(remote?.versions[0]?.because).toBe('It failed in 9 of 9 networks (REMOTE_CRASHED).');
  });

  test('a failure counts for ten minutes, also in a network that has loaded the version since', async () => {
    const name = 'mf-recovered';
    await publishAll(name, '1.0.0', '1.1.0');
    for (const net of range(8)) await report(name, '1.1.0', `10.1.${net}.1`);
    gateway.clock.now += 11 * 60_000;
    for (const net of range(8)) await report(name, '1.1.0', `10.1.${net}.1`, { outcome: 'loaded' });
    await report(name, '1.1.0', '10.1.9.1');
    expect(await getCurrent(name)).toBe('1.1.0');
  });

  test('P2 a visitor with many addresses and prefixes of one provider counts once', async () => {
    const name = 'mf-one-visitor';
    await publishAll(name, '1.0.0', '1.1.0');
    for (const last of range(12)) await report(name, '1.1.0', `10.0.0.${last}`);
    for (const site of range(12)) await report(name, '1.1.0', `2001:db8:${site}::1`);
    expect(await getCurrent(name)).toBe('1.1.0');
  });

  test('P2 eight networks of guests are powerless; three players who signed up before the release are not', async () => {
    const name = 'mf-players';
    const tokens = await Promise.all(
      range(3).map(async () => getToken(await signIn(visitor(gateway.url), newPlayer()))),
    );
    await publishAll(name, '1.0.0', '1.1.0');
    for (const net of range(8)) await report(name, '1.1.0', `10.2.${net}.1`);
    expect(await getCurrent(name)).toBe('1.1.0');
    await gateway.db('remote_reports').where({ name }).delete();
    const late = getToken(await signIn(visitor(gateway.url), newPlayer()));
    for (const net of range(3)) await report(name, '1.1.0', `10.3.${net}.1`, { token: late });
    expect(await getCurrent(name)).toBe('1.1.0');
    await gateway.db('remote_reports').where({ name }).delete();
    for (const [net, token] of tokens.entries()) await report(name, '1.1.0', `10.4.${net}.1`, { token });
    expect(await getCurrent(name)).toBe('1.0.0');
  });

  test('P2 a network that reports as a guest and as a player counts three times, not four', async () => {
    const name = 'mf-guest-and-player';
    const token = getToken(await signIn(visitor(gateway.url), newPlayer()));
    await publishAll(name, '1.0.0', '1.1.0');
    for (const net of range(2)) {
      await report(name, '1.1.0', `10.6.${net}.1`);
      await report(name, '1.1.0', `10.6.${net}.1`, { token });
    }
    await report(name, '1.1.0', '10.6.3.1');
    await report(name, '1.1.0', '10.6.4.1');
    expect(await getCurrent(name)).toBe('1.1.0');
    await report(name, '1.1.0', '10.6.5.1');
    expect(await getCurrent(name)).toBe('1.0.0');
    const remote = await team.list(name);
    expect(remote?.versions[0]?.because).toBe('It failed in 5 of 5 networks (REMOTE_CRASHED).');
  });
});

describe('P2 security fixes', () => {
  const fail = async (name: string, version: string) => {
    for (const net of range(9)) await report(name, version, `10.5.${net}.1`);
  };

  test('automatic rollback returns to a security fix and never below it; a person may', async () => {
    const name = 'mf-fixed';
    await publishAll(name, '1.0.0', { fix: '1.1.0' }, '1.2.0');
    await fail(name, '1.2.0');
    expect(await getCurrent(name)).toBe('1.1.0');
    await fail(name, '1.1.0');
    expect(await getCurrent(name)).toBe('1.1.0');
    expect((await team.list(name))?.rollback_to).toBe('1.0.0');
    await team.post(name, 'rollback', {});
    expect(await getCurrent(name)).toBe('1.0.0');
  });

  test('a version is marked later by publishing it again, and its share does not end automatically', async () => {
    const name = 'mf-marked';
    await publishAll(name, '1.0.0');
    gateway.clock.now += 1;
    await team.publish(name, '1.1.0', { share: 50 });
    await team.publish(name, '1.1.0', { securityFix: true });
    await fail(name, '1.1.0');
    expect(await team.list(name)).toMatchObject({
      share: { version: '1.1.0', percent: 50 },
      versions: [{ security_fix: true, state: 'shared' }, { security_fix: false }],
    });
  });
});
