import { randomUUID } from 'node:crypto';
import { stakingChangesRequest } from '@touchline/api/events/admin-changes';
import {
  stakingHealthRequest,
  stakingSeriesRequest,
  stakingSwitchesRequest,
  stakingTotalsRequest,
} from '@touchline/api/events/admin-services';
import { coefficientsRequest } from '@touchline/api/events/staking';
import { setSwitch } from '@touchline/api/http/admin-controls';
import {
  type AdminStakeDetails,
  getAdminStake,
  listAdminStakes,
  updateAdminStake,
} from '@touchline/api/http/admin-stakes';
import { stakingTiers } from '@touchline/api/http/staking';
import { toInstant } from '@touchline/api/values';
import { adminRequests, serviceRequests } from '@touchline/service-kit/testing/admin-requests';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { reorganise } from '../testing/payer.ts';
import { ADMIN } from '../testing/staking-app.ts';
import { stakingSuite } from '../testing/staking-suite.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 9, 1, 12);
const SEASON_END = NOW + 73 * DAY;

const suite = stakingSuite({ now: NOW, seasonEnd: SEASON_END });
const send = adminRequests(() => suite.app.bus, 'staking', ADMIN);
const request = serviceRequests(() => suite.app.bus);
const request_id = randomUUID();
const reason = 'support ticket';

const getStake = async (id: string) => (await send(getAdminStake, { params: { id } })).stakingRecord;
const edit = async (
  { id, version }: Pick<AdminStakeDetails, 'id' | 'version'>,
  body: Record<string, unknown>,
  admin = ADMIN,
) => {
  const input = { params: { id }, query: { reason }, body, version };
  return (await send(updateAdminStake, input, { admin, request_id })).stakingRecord;
};
const list = async (query: Record<string, unknown> = {}) => {
  const { stakingRecords: rows, total } = await send(listAdminStakes, { query });
  return { rows, total };
};
const changes = async () => (await request(stakingChangesRequest, { position: 0, limit: 500 })).changes;
const history = async (n: number) =>
  (await request(coefficientsRequest, { wallets: [suite.player(n)] })).wallets[0]!;
const coefficients = async (n: number) =>
  (await history(n)).steps.map((step) => step.coefficient_thousandths);

describe('edit of a staking record', () => {
  it('an edit changes the counted amount, is audited once and does not change the payout', async () => {
    const { stake } = await suite.stake(1, '10000');
    suite.app.clock.now += DAY;
    const before = await getStake(stake.id);
    expect(before).toMatchObject({ amount: '10000', transferred: '10000', is_active: true, state: 'ACTIVE' });
    const raised = await edit(before, { amount: '100000.5' });
    expect(raised).toMatchObject({ amount: '100000.5', transferred: '10000' });
    expect(await suite.mine(1)).toMatchObject({ total_staked: '100000.5' });
    suite.app.clock.now += DAY;
    const off = await edit(raised, { is_active: false, amount: '100000.500' });
    expect(off).toMatchObject({ is_active: false, state: 'ACTIVE' });
    expect(await suite.mine(1)).toMatchObject({ total_staked: '0', coefficient: 1 });
    const steps = await coefficients(1);
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([3, 1070, 1000]);
    expect(await edit(off, {})).toEqual(off);
    const own = (await changes()).filter(({ change }) => change.subject === stake.id);
    expect(own.map(({ change }) => [change.action, change.before, change.after])).toEqual([
      ['STAKE_EDITED', { amount: '10000' }, { amount: '100000.5' }],
      ['STAKE_EDITED', { is_active: true }, { is_active: false }],
    ]);
    expect(own[0]?.change).toMatchObject({
      admin: ADMIN,
      request_id,
      reason,
      owner: 'staking',
      wallet: suite.player(1),
    });
    await edit(off, { lock_end_date: toInstant(suite.app.clock.now) });
    await eventually(async () =>
      expect((await suite.mine(1)).owed).toMatchObject([{ stake_id: stake.id, principal: '10000' }]),
    );
    const unlocked = await getStake(stake.id);
    expect(unlocked).toMatchObject({ state: 'UNLOCKED', is_active: false });
    for (const change of [{ is_active: true }, { amount: '5' }])
      expect((await rejection(edit(unlocked, change))).code).toBe('CHANGE_REFUSED');
    expect(await coefficients(1)).toEqual(steps);
  });

  it('an edit is rejected when it is stale, out of bounds, over the maximum or not by an admin', async () => {
    const { stake } = await suite.stake(2, '2000');
    const first = await getStake(stake.id);
    const results = await Promise.allSettled([
      edit(first, { amount: '3000' }),
      edit(first, { amount: '4000' }),
    ]);
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected.map(({ reason }) => reason.code)).toEqual(['STALE']);
    const current = await getStake(stake.id);
    const invalid: [Record<string, unknown>, string, string?][] = [
      [{ lock_start_date: toInstant(suite.app.clock.now + 60_000) }, 'VALIDATION_FAILED', 'lock_start_date'],
      [{ lock_end_date: stake.lock_start_date }, 'VALIDATION_FAILED', 'lock_end_date'],
      [{ lock_end_date: toInstant(NOW + 800 * DAY) }, 'VALIDATION_FAILED', 'lock_end_date'],
    ];
    for (const [change, code, path] of invalid) {
      const error = await rejection(edit(current, change));
      expect([error.code, error.details[0]?.path]).toEqual([code, path]);
    }
    const other = await getStake((await suite.stake(2, '1000')).stake.id);
    expect((await rejection(edit(other, { amount: '9999999' }))).code).toBe('CHANGE_REFUSED');
    expect((await rejection(edit(current, {}, suite.player(2)))).code).toBe('FORBIDDEN');
    expect((await rejection(getStake(randomUUID()))).code).toBe('NOT_FOUND');
    expect(await getStake(stake.id)).toEqual(current);
  });

  it('an edit is kept when the season moves and after a reorganisation', async () => {
    const stakes = [(await suite.stake(3, '1000')).stake, (await suite.stake(3, '5000')).stake];
    const [moved, raised] = [await getStake(stakes[0]!.id), await getStake(stakes[1]!.id)];
    const lock_end_date = toInstant(SEASON_END + 5 * DAY);
    await edit(moved, { lock_end_date });
    await edit(raised, { amount: '60000' });
    await reorganise(suite.chain, 1);
    await eventually(async () => expect(await getStake(raised.id)).toMatchObject({ state: 'SUSPENDED' }));
    const suspended = await getStake(raised.id);
    expect((await rejection(edit(suspended, { is_active: true }))).code).toBe('CHANGE_REFUSED');
    expect(await edit(suspended, { amount: '70000' })).toMatchObject({ amount: '70000', is_active: false });
    expect(await suite.mine(3)).toMatchObject({ total_staked: '1000' });
    expect(await getStake(moved.id)).toMatchObject({ lock_end_date });
    // Edits of a stake without a transfer count for nothing, as the stake itself.
    expect((await history(3)).edits).toHaveLength(1);
  });
});

describe('list of staking records', () => {
  it('API-34 the list of stakes can be searched, sorted and paged, and shows every change immediately', async () => {
    const other = await suite.start({ now: NOW });
    try {
      const { stake } = await suite.stake(4, '1234.5');
      const wallet = suite.player(4);
      expect(await list({ search: wallet.slice(10, 20).toUpperCase() })).toMatchObject({
        rows: [{ id: stake.id, wallet_address: wallet, amount: '1234.5', is_active: true }],
        total: 1,
      });
      for (const search of ['1,234.5', '1,234.5 FT', stake.id.slice(0, 8)])
        expect((await list({ search })).total).toBe(1);
      for (const search of ['1,234.6', '/']) expect((await list({ search })).total).toBe(0);
      const day = new Date(stake.lock_start_date).toLocaleDateString('en-US', {
        month: 'short',
        timeZone: 'UTC',
      });
      for (const search of [day, stake.lock_start_date.slice(0, 10)])
        expect((await list({ search })).total).toBeGreaterThan(0);
      const details = await getStake(stake.id);
      await edit(details, { is_active: false });
      for (let n = 0; n < 4; n++)
        expect((await list({ search: 'inact', sortBy: 'id' })).rows.map(({ id }) => id)).toContain(stake.id);
      const all = (await list({ sortBy: 'amount', sortOrder: 'asc', limit: 100 })).rows;
      expect(all.map(({ amount }) => Number(amount))).toEqual(
        all.map(({ amount }) => Number(amount)).sort((a, b) => a - b),
      );
      const pages = await Promise.all(
        all.map((_, n) => list({ sortBy: 'amount', sortOrder: 'desc', limit: 1, page: n + 1 })),
      );
      expect(pages.flatMap(({ rows }) => rows)).toEqual(all.toReversed());
      expect((await list({ page: 999_999 })).rows).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('the list of stakes handles many pages', async () => {
    await suite.app.db.raw(`
      with paid as (
        insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender,
          recipient, amount, state, seen_at, assigned)
        select 1, '0x' || lpad(to_hex(n), 64, '0'), 0, 1, '', now(), '', '', n, 'FINAL', now(), true
        from generate_series(1, 1500) as n returning id, amount)
      insert into stakes (id, transfer_id, wallet_address, season, amount, recorded_at, lock_end, state)
      select gen_random_uuid(), id, '${suite.player(4)}', '2026', amount, now(), now(), 'UNLOCKED' from paid`);
    const deep = { sortBy: 'amount', sortOrder: 'asc', limit: 1, page: 1_400 } as const;
    expect((await list(deep)).rows).toMatchObject([{ amount: '0.0000000000000014', is_active: false }]);
    expect((await list({ search: 'inactive' })).total).toBeGreaterThan(1_500);
  });
});

describe('switches and overview', () => {
  it('the switch turns staking off and on again on every replica immediately', async () => {
    const other = await suite.start({ now: NOW });
    const set = (on: boolean) => send(setSwitch, { params: { name: 'staking' }, body: { on, reason } });
    try {
      expect(await set(false)).toMatchObject({ switch: { on: false, held_off: false } });
      const body = { amount: '2500', transaction_hash: `0x${'1'.repeat(64)}` };
      for (const replica of [suite.app, other]) {
        expect((await replica.post(suite.player(6), body)).body.code).toBe('PAUSED');
        expect(await replica.as(null).request(stakingTiers)).toMatchObject({ closed: true, paused: true });
      }
      const { switches } = await request(stakingSwitchesRequest, {});
      expect(switches).toMatchObject([{ name: 'staking', on: false, changed: { admin: ADMIN } }]);
      await set(true);
      expect(await other.as(null).request(stakingTiers)).toMatchObject({ closed: false, paused: false });
      expect((await other.post(suite.player(6), body)).status).toBe(202);
    } finally {
      await other.stop();
    }
  });

  it('staking replies with totals, series and health', async () => {
    const { staked_amount, stakes, active_stakes } = await request(stakingTotalsRequest, {});
    const { rows } = await suite.app.db.raw(
      "select count(*)::int as n, count(*) filter (where state = 'ACTIVE' and counts)::int as active from stakes",
    );
    expect([stakes, active_stakes]).toEqual([rows[0].n, rows[0].active]);
    const all = (await list({ search: 'active', limit: 100 })).rows;
    expect(all.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Number(staked_amount));
    const from = toInstant(NOW - (NOW % DAY));
    const { points } = await request(stakingSeriesRequest, { per: 'day', from });
    expect(points[0]).toMatchObject({ at: from, stakes: expect.any(Number) });
    const health = await request(stakingHealthRequest, {});
    expect(health).toMatchObject({
      replicas: [{ id: expect.any(String) }],
      bus: { connected: true, lag: [] },
      feed: null,
      chain: {
        rpcs: [{ host: expect.stringMatching(/^127\.0\.0\.1:\d+$/), block: expect.any(Number) }],
        agree: true,
      },
    });
  });
});
