import { myParticipation } from '@touchline/api/http/entries';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { buildJoin, DAY, HOUR, MINUTE } from '../testing/feed-builders.ts';
import { JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';
import { createPaymentSteps } from '../testing/payment-steps.ts';
import { addPointsSteps } from '../testing/points-suite.ts';

const app = setUpPaidSuite({ confirmations: 2 });
const { waitForJoin, waitForOpenPayment, advance } = createPaymentSteps(app);

describe('an unreachable chain', () => {
  it('A22 a payment stays pending while no RPC responds, and joins afterwards', async () => {
    await app.reserve(app.me, app.season);
    const hash = await app.pay(app.me, '500');
    app.rpcProxy.block();
    const waiting = await app.tryJoin(app.me, app.season, hash);
    expect([waiting.status, waiting.body.data?.status]).toEqual([202, 'PENDING']);
    // Applies even after its hold, because the chain could not be checked.
    app.clock.now += 31 * MINUTE;
    await eventually(async () => {
      const response = await fetch(`${app.url}/readyz`);
      const { data } = (await response.json()) as { data: unknown };
      expect(response.status).toBe(200);
      expect(data).toMatchObject({
        ready: { database: true },
        notes: {
          bus: { ok: true },
          chain: { detail: expect.stringMatching(/^read up to block \d+; unchanged for \d+ s$/) },
          rpc: { ok: false, detail: '1 of 1 failed' },
        },
      });
    });
    const before = app.rpcProxy.rejectedCount();
    await eventually(async () => expect(app.rpcProxy.rejectedCount()).toBeGreaterThan(before + 2));
    expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(202);
    app.clock.now -= 31 * MINUTE;
    app.rpcProxy.unblock();
    await app.mine(2);
    await waitForJoin(app.me, app.season);
  });

  it('PAY-08 a payment keeps the last seat while no RPC responds, although the first check did not find it', async () => {
    const cup = await app.tournament();
    await app.db.raw('update games set max_participants = 1 where id = ?', [cup.id]);
    await app.reserve(app.me, cup);
    await app.automine(false);
    const hash = await app.pay(app.me, '1000');
    app.rpcProxy.lie((method, result) => (/ByHash|Receipt/.test(method) ? null : result));
    const submit = async () => expect((await app.tryJoin(app.me, cup, hash)).status).toBe(202);
    await submit();
    await eventually(async () => {
      const { rows } = await app.db.raw('select checks from reservations where game_id = ?', [cup.id]);
      expect(rows[0].checks).toBeGreaterThan(0);
    });
    await submit();
    app.rpcProxy.block();
    app.rpcProxy.lie(null);
    await app.automine(true);
    await app.mine(2);
    await submit();
    app.clock.now += 4 * MINUTE;
    const { transaction_hash: _, ...body } = buildJoin();
    const other = await app.raw('POST', `/games/${cup.id}/reserve`, `0x${'d'.repeat(40)}`, body);
    expect(other.body.code).toBe('GAME_FULL');
    app.rpcProxy.unblock();
    await waitForJoin(app.me, cup);
  });

  it('the scan continues where it stopped when the chain is back', async () => {
    app.rpcProxy.block();
    await app.reserve(app.me, app.season);
    await app.pay(app.me, '500');
    await app.mine(60);
    app.rpcProxy.unblock();
    await waitForJoin(app.me, app.season);
  });
});

describe('late payments', () => {
  it('PAY-08 a payment is listed for a refund when the game closed before it', async () => {
    const start = app.clock.now + HOUR;
    const cup = await app.tournament({ start, deadline: start - 30 * MINUTE });
    await app.reserve(app.me, cup);
    await advance(31 * MINUTE);
    const hash = await app.pay(app.me, '1000');
    await app.mine(2);
    const { body } = await app.settleJoin(app.me, cup, hash);
    expect(body).toMatchObject({ code: 'JOIN_CLOSED', error: expect.stringContaining('refunded') });
    expect(await waitForOpenPayment(app.me, 'JOIN_CLOSED')).toMatchObject({
      refund: '1000',
      game_id: cup.id,
    });
  });

  it('PAY-08 a timely payment is accepted regardless of how long its confirmation takes', async () => {
    const start = app.clock.now + HOUR;
    const cup = await app.tournament({ start, deadline: start - 30 * MINUTE });
    await app.reserve(app.me, cup);
    const hash = await app.pay(app.me, '1000');
    app.rpcProxy.block();
    expect((await app.tryJoin(app.me, cup, hash)).status).toBe(202);
    const paid = app.clock.now;
    await advance(31 * MINUTE);
    app.rpcProxy.unblock();
    await app.mine(2);
    const { joined_at } = await waitForJoin(app.me, cup);
    expect(Date.parse(joined_at)).toBeLessThan(paid + 10 * MINUTE);
  });

  it('PAY-08 an unknown hash expires at the end of its hold, and its payment still counts when it arrives', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    await app.automine(false);
    const hash = await app.pay(app.me, '1000');
    expect((await app.tryJoin(app.me, cup, hash)).status).toBe(202);
    app.clock.now += 31 * MINUTE;
    await eventually(async () => {
      const { rows } = await app.db.raw('select state from reservations where wallet_address = ?', [app.me]);
      expect(rows).toEqual([{ state: 'EXPIRED' }]);
    });
    await app.automine(true);
    await app.mine(2);
    await waitForJoin(app.me, cup);
  });
});

it('S1 a payment from before the matches has their points after they were settled only if its team was held then', async () => {
  const { season, feed, clock } = app;
  const early = await app.newPayer();
  const pay = async (who: string) => {
    await app.reserve(who, season);
    return app.pay(who, '500');
  };
  const first = await pay(early);
  await app.mine(2);
  await app.settleJoin(early, season, first);
  // Waits with the choice of a team until the points are known.
  const patient = await app.newPayer();
  const saved = await app.pay(patient, '500');
  const hash = await pay(app.me);
  app.rpcProxy.block();
  expect((await app.tryJoin(app.me, season, hash)).status).toBe(202);
  const { kickOff, publishPoints, checkGameweek, details } = addPointsSteps(app);
  await kickOff(1);
  feed.playAll(1);
  await publishPoints(1);
  clock.now += DAY;
  await checkGameweek(1);
  const readGameweek = async (who: string) => {
    const { participation } = await app.as(who).request(myParticipation, { params: { id: season.id } });
    return (await details(who, participation.id)).gameweeks.find(({ gameweek }) => gameweek === 1);
  };
  await eventually(async () =>
    expect(await readGameweek(early)).toMatchObject({ settled: true, points: 24 }),
  );
  app.rpcProxy.unblock();
  await app.mine(2);
  await waitForJoin(app.me, season);
  for (const who of [app.me, early])
    await eventually(async () =>
      expect(await readGameweek(who)).toMatchObject({ settled: true, points: 24 }),
    );
  await eventually(async () => {
    const { leaderboard: page } = await app.as(null).request(leaderboard, { params: { id: season.id } });
    const row = page.find(({ wallet_address }) => wallet_address === app.me);
    expect(row).toMatchObject({ rank: 1, earned_points: 24 });
  });
  const settledVersion = () =>
    app.db('settled_gameweeks').where({ game_id: season.id, gameweek: 1 }).first('game_version');
  const before = await settledVersion();
  expect(JOINED).toContain((await app.settleJoin(patient, season, saved)).status);
  expect(await readGameweek(patient)).toBeUndefined();
  expect(await settledVersion()).toEqual(before);
});
