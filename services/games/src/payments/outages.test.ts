import { myParticipation, type Participation } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../testing/feed-builders.ts';
import { setUpPaidSuite } from '../testing/paid-suite.ts';

const app = setUpPaidSuite({ confirmations: 2 });

beforeEach(async () => {
  // A test that moved the clock moved the chain's too, and that one cannot go back.
  const latest = await app.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false);
  app.clock.now = Math.max(Date.now(), Number(latest.timestamp) * 1000);
});

/** Waits until the wallet is in the game. */
const joined = (who: string, game: Game): Promise<Participation> =>
  eventually(async () => {
    const { participation } = await app.as(who).request(myParticipation, { params: { id: game.id } });
    return participation;
  });

const owedAs = (who: string, reason: string) =>
  eventually(async () => {
    const owed = await app.openPayments(who);
    expect(owed.map((payment) => payment.reason)).toEqual([reason]);
    return owed[0]!;
  });

/** Advances our clock and the chain's together. */
async function later(ms: number): Promise<void> {
  app.clock.now += ms;
  await app.rpc('evm_increaseTime', Math.ceil(ms / 1000));
  await app.mine();
}

describe('the chain cannot be reached', () => {
  it('a payment stays pending while no RPC answers, and joins afterwards', async () => {
    await app.reserve(app.me, app.season);
    const hash = await app.pay(app.me, '500');
    app.rpcProxy.block();
    const waiting = await app.tryJoin(app.me, app.season, hash);
    expect([waiting.status, waiting.body.data?.status]).toEqual([202, 'PENDING']);
    // Even after its hold: nobody could look.
    app.clock.now += 31 * MINUTE;
    await eventually(async () => {
      const response = await fetch(`${app.url}/readyz`);
      const { data } = (await response.json()) as { data: unknown };
      expect(response.status).toBe(200);
      expect(data).toMatchObject({
        ready: { database: true },
        notes: {
          bus: { ok: true },
          chain: { detail: expect.stringMatching(/^read up to block \d+, for \d+ s$/) },
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
    await joined(app.me, app.season);
  });

  it('continues where it stopped when the chain is back', async () => {
    app.rpcProxy.block();
    await app.reserve(app.me, app.season);
    await app.pay(app.me, '500');
    await app.mine(60);
    app.rpcProxy.unblock();
    await joined(app.me, app.season);
  });
});

describe('too late', () => {
  it('PAY-08 lists a payment for a game that closed in between as owed back', async () => {
    const start = app.clock.now + HOUR;
    const cup = await app.tournament({ start, deadline: start - 30 * MINUTE });
    await app.reserve(app.me, cup);
    await later(31 * MINUTE);
    const hash = await app.pay(app.me, '1000');
    await app.mine(2);
    const { body } = await app.settleJoin(app.me, cup, hash);
    expect(body).toMatchObject({ code: 'JOIN_CLOSED', error: expect.stringContaining('refunded') });
    expect(await owedAs(app.me, 'JOIN_CLOSED')).toMatchObject({ refund: '1000', game_id: cup.id });
  });

  it('PAY-08 accepts a payment in time, however long its confirmation took', async () => {
    const start = app.clock.now + HOUR;
    const cup = await app.tournament({ start, deadline: start - 30 * MINUTE });
    await app.reserve(app.me, cup);
    const hash = await app.pay(app.me, '1000');
    app.rpcProxy.block();
    expect((await app.tryJoin(app.me, cup, hash)).status).toBe(202);
    const paid = app.clock.now;
    await later(31 * MINUTE);
    app.rpcProxy.unblock();
    await app.mine(2);
    const { joined_at } = await joined(app.me, cup);
    expect(Date.parse(joined_at)).toBeLessThan(paid + 10 * MINUTE);
  });

  it('PAY-08 gives up an unknown hash at the end of its hold; the payment counts when it arrives', async () => {
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
    await joined(app.me, cup);
  });
});
