import { myParticipation, type Participation } from '@touchline/api/http/entries';
import { type Game, getGame } from '@touchline/api/http/games';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../testing/feed-builders.ts';
import { JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';
import { ABANDONED_MS } from './match-payment.ts';

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

/** Waits until the ledger has the wallet's payments. */
const seen = (who: string, payments = 1) =>
  eventually(async () => {
    const { rows } = await app.db.raw('select 1 from ledger_transfers where sender = ?', [who]);
    expect(rows).toHaveLength(payments);
  });

/** Advances our clock and the chain's together. */
async function later(ms: number): Promise<void> {
  app.clock.now += ms;
  await app.rpc('evm_increaseTime', Math.ceil(ms / 1000));
  await app.mine();
}

describe('a browser that has gone away', () => {
  it('joins a wallet that reserved, paid and closed the page', async () => {
    await app.reserve(app.me, app.season, { team_name: 'Closed the tab' });
    const hash = await app.pay(app.me, '500');
    await app.mine(2);
    const participation = await joined(app.me, app.season);
    expect(participation.team_name).toBe('Closed the tab');
    const again = await app.settleJoin(app.me, app.season, hash, { team_name: 'Closed the tab' });
    expect(again.status).toBe(200);
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it('joins a wallet that submitted the hash and left before it was mined', async () => {
    await app.reserve(app.me, app.season);
    await app.automine(false);
    const hash = await app.pay(app.me, '500');
    expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(202);
    await app.automine(true);
    await app.mine(2);
    await joined(app.me, app.season);
  });

  it('PAY-08 a payment after the hold has run out gets a seat when one is free', async () => {
    const cup = await app.tournament();
    const { expires_at } = await app.reserve(app.me, cup);
    await later(Date.parse(expires_at) - app.clock.now + 1000);
    await eventually(async () => {
      const { rows } = await app.db.raw('select state from reservations where wallet_address = ?', [app.me]);
      expect(rows).toEqual([{ state: 'EXPIRED' }]);
    });
    await app.pay(app.me, '1000');
    await app.mine(2);
    await seen(app.me);
    app.clock.now += ABANDONED_MS;
    await joined(app.me, cup);
  });

  it('PAY-08 a payment that fits two games pays for the one reserved last', async () => {
    const [first, second] = [await app.tournament(), await app.tournament()];
    await app.reserve(app.me, first);
    app.clock.now += 1000;
    await app.reserve(app.me, second);
    await app.pay(app.me, '1000');
    await app.mine(2);
    await seen(app.me);
    app.clock.now += ABANDONED_MS;
    await joined(app.me, second);
    expect((await app.raw('GET', `/games/${first.id}/participation`, app.me)).status).toBe(404);
  });

  it('PAY-08 lists a payment without any reservation, until its hash is submitted', async () => {
    const hash = await app.pay(app.me, '500');
    await app.mine(2);
    await owedAs(app.me, 'UNMATCHED');
    app.clock.now += ABANDONED_MS;
    expect(await owedAs(app.me, 'NO_RESERVATION')).toMatchObject({
      refund: '500',
      tx_hash: hash,
      game_id: null,
    });
    expect(JOINED).toContain((await app.settleJoin(app.me, app.season, hash)).status);
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it('PAY-08 an entry keeps its seat when another reservation of its wallet expires', async () => {
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
    await app.reserve(app.me, cup, { team_name: 'Reserved again' });
    await app.automine(true);
    await app.mine(2);
    const { team_name } = await joined(app.me, cup);
    expect(team_name).toBe('Real Zagreb');
    app.clock.now += 4 * MINUTE;
    await eventually(async () => {
      const { rows } = await app.db.raw(
        'select state from reservations where wallet_address = ? order by created_at',
        [app.me],
      );
      expect(rows).toEqual([{ state: 'JOINED' }, { state: 'EXPIRED' }]);
    });
    const { rows } = await app.db.raw('select 1 from seats where wallet_address = ?', [app.me]);
    expect(rows).toHaveLength(1);
  });

  it('PAY-08 lists a second payment for the same game', async () => {
    await app.reserve(app.me, app.season);
    const [first, second] = [await app.pay(app.me, '500'), await app.pay(app.me, '500')];
    await app.mine(2);
    const { status } = await app.settleJoin(app.me, app.season, first);
    expect(JOINED).toContain(status);
    await seen(app.me, 2);
    app.clock.now += ABANDONED_MS;
    const owed = await owedAs(app.me, 'NO_RESERVATION');
    expect([first, second]).toContain(owed.tx_hash);
  });
});

describe('many small transfers', () => {
  it('are not listed below the smallest that counts, unless a game costs as little', async () => {
    const dusty = await app.newPayer();
    await app.pay(dusty, '0.4');
    await app.pay(dusty, '1');
    await app.mine(2);
    await seen(dusty);
    expect((await app.openPayments(dusty)).map(({ amount }) => amount)).toEqual(['1']);

    const cheap = await app.tournament({ entry_fee: '0.4' });
    await app.reserve(app.me, cheap, { team_name: 'Small money' });
    await app.pay(app.me, '0.4');
    await app.mine(2);
    expect((await joined(app.me, cheap)).team_name).toBe('Small money');
  });

  it('of one sender do not delay the payment of another', async () => {
    const flooding = await app.newPayer();
    for (let n = 0; n < 210; n++) await app.pay(flooding, '1');
    await app.reserve(app.me, app.season);
    await app.pay(app.me, '500');
    await app.mine(2);
    await joined(app.me, app.season);
    expect((await app.openPayments(flooding)).map(({ reason }) => reason)).toContain('UNMATCHED');
  });
});

describe('payments that come together', () => {
  it('PAY-16 share transactions; one that cannot be stored keeps none of the others out, and counts later', async () => {
    const payers = await Promise.all(Array.from({ length: 8 }, () => app.newPayer()));
    const poisoned = payers[5]!;
    await app.db.raw("alter table entries add constraint poison check (team_name <> 'Poison') not valid");
    for (const who of payers)
      await app.reserve(who, app.season, { team_name: who === poisoned ? 'Poison' : 'Together' });
    await app.automine(false);
    const hashes = await Promise.all(payers.map((who) => app.pay(who, '500')));
    await app.automine(true);
    await app.mine(2);
    // Browsers ask at the same time as the worker works.
    const asked = payers
      .slice(0, 3)
      .map((who, index) => app.settleJoin(who, app.season, hashes[index]!, { team_name: 'Together' }));
    for (const { status } of await Promise.all(asked)) expect(JOINED).toContain(status);
    for (const who of payers.filter((each) => each !== poisoned)) await joined(who, app.season);
    expect((await app.raw('GET', `/games/${app.season.id}/participation`, poisoned)).status).toBe(404);
    await app.db.raw('alter table entries drop constraint poison');
    expect((await joined(poisoned, app.season)).team_name).toBe('Poison');
    const { rows } = await app.db.raw(
      `select count(*)::int as paid, count(distinct reservation_id)::int as reservations from payments
       join ledger_transfers on id = transfer_id where sender = any(?) and refund_reason is null`,
      [payers],
    );
    expect(rows).toEqual([{ paid: 8, reservations: 8 }]);
    for (const who of payers) expect(await app.openPayments(who)).toEqual([]);
  });
});

it('counts the participants of a game by its entries', async () => {
  const { game } = await app.as(null).request(getGame, { params: { id: app.season.id } });
  const { rows } = await app.db.raw('select count(*)::int as n from entries where game_id = ?', [game.id]);
  expect(game.current_participants).toBe(rows[0].n);
});
