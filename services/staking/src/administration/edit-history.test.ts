import { randomUUID } from 'node:crypto';
import { coefficientsRequest } from '@touchline/api/events/staking';
import { type AdminStakeDetails, getAdminStake, updateAdminStake } from '@touchline/api/http/admin-stakes';
import { toInstant } from '@touchline/api/values';
import { adminRequests, serviceRequests } from '@touchline/service-kit/testing/admin-requests';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { ADMIN } from '../testing/staking-app.ts';
import { stakingSuite } from '../testing/staking-suite.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 9, 1, 12);
const SEASON_END = NOW + 73 * DAY;

const suite = stakingSuite({ now: NOW, seasonEnd: SEASON_END });
const send = adminRequests(() => suite.app.bus, 'staking', ADMIN);
const request = serviceRequests(() => suite.app.bus);

const getStake = async (id: string) => (await send(getAdminStake, { params: { id } })).stakingRecord;
const edit = async ({ id, version }: AdminStakeDetails, body: Record<string, unknown>) => {
  const input = { params: { id }, query: { reason: 'support ticket' }, body, version };
  return (await send(updateAdminStake, input, { admin: ADMIN, request_id: randomUUID() })).stakingRecord;
};
const history = async (n: number) =>
  (await request(coefficientsRequest, { wallets: [suite.player(n)] })).wallets[0]!;

it('every edit that can change the coefficient is in the history with its administrator, each in a new version', async () => {
  const { stake } = await suite.stake(1, '1000');
  let current = await getStake(stake.id);
  const { version, edits } = await history(1);
  expect(edits).toEqual([]);
  const start = suite.app.clock.now;
  const made = [
    { amount: '1001' }, // the same coefficient
    { lock_start_date: toInstant(start - DAY) }, // changes only the interest
    { lock_end_date: toInstant(SEASON_END + DAY) },
    { is_active: false },
  ];
  for (const change of made) {
    suite.app.clock.now += 1_000;
    current = await edit(current, change);
  }
  const by = (seconds: number, until: number | null = null) => ({
    at: toInstant(start + seconds * 1_000),
    admin: ADMIN,
    until: until === null ? null : toInstant(until),
  });
  expect(await history(1)).toMatchObject({ version: version + 4, edits: [by(1), by(3), by(4)] });

  suite.app.clock.now += 1_000;
  const unlocked = suite.app.clock.now;
  await edit(current, { lock_end_date: toInstant(unlocked) });
  await eventually(async () => expect(await getStake(stake.id)).toMatchObject({ state: 'UNLOCKED' }));
  const ended = [1, 3, 4].map((seconds) => by(seconds, seconds === 3 ? SEASON_END : unlocked));
  // Without the last edit, the stake would have been locked until then.
  expect((await history(1)).edits).toEqual([...ended, by(5, SEASON_END + DAY)]);
});
