import { listPayouts } from '@touchline/api/http/admin-money';
import { myParticipation } from '@touchline/api/http/entries';
import { getGame } from '@touchline/api/http/games';
import { adminRequests } from '@touchline/service-kit/testing/admin-requests';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../testing/feed-builders.ts';
import { ADMIN, JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';
import { createPaymentSteps } from '../testing/payment-steps.ts';
import { ABANDONED_MS } from './match-payment.ts';

const app = setUpPaidSuite({ confirmations: 2 });
const send = adminRequests(() => app.feed.bus, 'games', ADMIN);
const { waitForJoin, waitForOpenPayment, advance } = createPaymentSteps(app);

/** Waits until the ledger has the wallet's payments. */
const waitForTransfers = (who: string, payments = 1) =>
  eventually(async () => {
    const { rows } = await app.db.raw('select 1 from ledger_transfers where sender = ?', [who]);
    expect(rows).toHaveLength(payments);
  });

describe('payments after the browser has disconnected', () => {
  it('a wallet that reserved, paid and closed the page joins', async () => {
    await app.reserve(app.me, app.season, { team_name: 'Closed the tab' });
    const hash = await app.pay(app.me, '500');
    await app.mine(2);
    const participation = await waitForJoin(app.me, app.season);
    expect(participation.team_name).toBe('Closed the tab');
    const again = await app.settleJoin(app.me, app.season, hash, { team_name: 'Closed the tab' });
    expect(again.status).toBe(200);
    expect(await app.openPayments(app.me)).toEqual([]);
  });

  it('a wallet that submitted the hash and left before it was mined joins', async () => {
    await app.reserve(app.me, app.season);
    await app.automine(false);
    const hash = await app.pay(app.me, '500');
    expect((await app.tryJoin(app.me, app.season, hash)).status).toBe(202);
    await app.automine(true);
    await app.mine(2);
    await waitForJoin(app.me, app.season);
  });

  it('PAY-08 a payment after an expired hold gets a seat when one is free', async () => {
    const cup = await app.tournament();
    const { expires_at } = await app.reserve(app.me, cup);
    await advance(Date.parse(expires_at) - app.clock.now + 1000);
    await eventually(async () => {
      const { rows } = await app.db.raw('select state from reservations where wallet_address = ?', [app.me]);
      expect(rows).toEqual([{ state: 'EXPIRED' }]);
    });
    await app.pay(app.me, '1000');
    await app.mine(2);
    await waitForTransfers(app.me);
    app.clock.now += ABANDONED_MS;
    await waitForJoin(app.me, cup);
  });

  it('PAY-08 a payment that matches two games pays for the one reserved last', async () => {
    const [first, second] = [await app.tournament(), await app.tournament()];
    await app.reserve(app.me, first);
    app.clock.now += 1000;
    await app.reserve(app.me, second);
    await app.pay(app.me, '1000');
    await app.mine(2);
    await waitForTransfers(app.me);
    app.clock.now += ABANDONED_MS;
    await waitForJoin(app.me, second);
    expect((await app.raw('GET', `/games/${first.id}/participation`, app.me)).status).toBe(404);
  });

  it('PAY-08 a payment without a reservation is listed until its hash is submitted', async () => {
    const hash = await app.pay(app.me, '500');
    await app.mine(2);
    await waitForOpenPayment(app.me, 'UNMATCHED');
    app.clock.now += ABANDONED_MS;
    expect(await waitForOpenPayment(app.me, 'NO_RESERVATION')).toMatchObject({
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
    const { team_name } = await waitForJoin(app.me, cup);
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

  it('PAY-08 a second payment for the same game is listed', async () => {
    await app.reserve(app.me, app.season);
    const [first, second] = [await app.pay(app.me, '500'), await app.pay(app.me, '500')];
    await app.mine(2);
    const { status } = await app.settleJoin(app.me, app.season, first);
    expect(JOINED).toContain(status);
    await waitForTransfers(app.me, 2);
    app.clock.now += ABANDONED_MS;
    const open = await waitForOpenPayment(app.me, 'NO_RESERVATION');
    expect([first, second]).toContain(open.tx_hash);
    const { participation } = await app
      .as(app.me)
      .request(myParticipation, { params: { id: app.season.id } });
    expect(participation.refunds).toMatchObject([{ reason: 'NO_RESERVATION', amount: '500', state: 'DUE' }]);
    const { payouts } = await send(listPayouts, { query: { search: app.me } });
    const { id, name } = app.season;
    expect(payouts).toMatchObject([{ because: `A second payment for “${name}”`, game_id: id }]);
  });
});

describe('small transfers', () => {
  it('transfers below the minimum are not listed, unless a game has such a small fee', async () => {
    const dusty = await app.newPayer();
    await app.pay(dusty, '0.4');
    await app.pay(dusty, '1');
    await app.mine(2);
    await waitForTransfers(dusty);
    expect((await app.openPayments(dusty)).map(({ amount }) => amount)).toEqual(['1']);

    const cheap = await app.tournament({ entry_fee: '0.4' });
    await app.reserve(app.me, cheap, { team_name: 'Small money' });
    await app.pay(app.me, '0.4');
    await app.mine(2);
    expect((await waitForJoin(app.me, cheap)).team_name).toBe('Small money');
  });

  it('many transfers of one sender do not delay the payment of another', async () => {
    const flooding = await app.newPayer();
    for (let n = 0; n < 210; n++) await app.pay(flooding, '1');
    await app.reserve(app.me, app.season);
    await app.pay(app.me, '500');
    await app.mine(2);
    await waitForJoin(app.me, app.season);
    expect((await app.openPayments(flooding)).map(({ reason }) => reason)).toContain('UNMATCHED');
  });
});

describe('concurrent payments', () => {
  it('concurrent payments share a transaction, and one that cannot be stored does not fail the others and counts later', async () => {
    const payers = await Promise.all(Array.from({ length: 8 }, () => app.newPayer()));
    const poisoned = payers[5]!;
    await app.db.raw("alter table entries add constraint poison check (team_name <> 'Poison') not valid");
    for (const who of payers)
      await app.reserve(who, app.season, { team_name: who === poisoned ? 'Poison' : 'Together' });
    await app.automine(false);
    const hashes = await Promise.all(payers.map((who) => app.pay(who, '500')));
    await app.automine(true);
    await app.mine(2);
    // Some browsers submit their hash while the worker runs.
    const joins = payers
      .slice(0, 3)
      .map((who, index) => app.settleJoin(who, app.season, hashes[index]!, { team_name: 'Together' }));
    for (const { status } of await Promise.all(joins)) expect(JOINED).toContain(status);
    for (const who of payers.filter((each) => each !== poisoned)) await waitForJoin(who, app.season);
    expect((await app.raw('GET', `/games/${app.season.id}/participation`, poisoned)).status).toBe(404);
    await app.db.raw('alter table entries drop constraint poison');
    expect((await waitForJoin(poisoned, app.season)).team_name).toBe('Poison');
    const { rows } = await app.db.raw(
      `select count(*)::int as paid, count(distinct reservation_id)::int as reservations from payments
       join ledger_transfers on id = transfer_id where sender = any(?) and refund_reason is null`,
      [payers],
    );
    expect(rows).toEqual([{ paid: 8, reservations: 8 }]);
    for (const who of payers) expect(await app.openPayments(who)).toEqual([]);
  });
});

it('the participants of a game are the count of its entries', async () => {
  const { game } = await app.as(null).request(getGame, { params: { id: app.season.id } });
  const { rows } = await app.db.raw('select count(*)::int as n from entries where game_id = ?', [game.id]);
  expect(game.current_participants).toBe(rows[0].n);
});
