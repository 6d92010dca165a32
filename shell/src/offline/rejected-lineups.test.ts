import { QueryObserver } from '@tanstack/react-query';
import { deferred } from '@touchline/host/testing/deferred';
import { FAKE_ADDRESS, fakeUser } from '@touchline/host/testing/fake-host';
import { keepLineup, removeUnsentLineups } from '@touchline/host/unsent-lineups';
import { afterEach, expect, test, vi } from 'vitest';
import { lineup, OTHER_WALLET, reject, start, stop, UNSENT, unsent } from '../testing/start-sender.ts';

afterEach(stop);

test.each(['PLAYER_LOCKED', 'STALE', 'VALIDATION_FAILED', 'GAME_NOT_EDITABLE'])(
  'a lineup that is rejected with %s is kept with the reason and not sent again',
  async (code) => {
    keepLineup(UNSENT);
    const { bodies, host } = start(reject(code, 'No.'));
    await expect.poll(unsent).toMatchObject([{ lineup, failure: { code, message: 'No.' } }]);
    await expect.poll(() => host.notices).toMatchObject([{ kind: 'error', message: 'No.' }]);
    window.dispatchEvent(new Event('online'));
    expect(bodies).toHaveLength(1);
  },
);

test('a rejected lineup is marked after the lineup that is saved instead has been loaded, unless it is discarded before', async () => {
  for (const isDiscarded of [false, true]) {
    keepLineup(UNSENT);
    const { host } = start(reject('STALE', 'No.'));
    const { promise: loaded, resolve: load } = deferred();
    const reload = vi.spyOn(host.queryClient, 'invalidateQueries').mockReturnValue(loaded);
    await expect.poll(() => reload.mock.calls).toHaveLength(1);
    expect(unsent()).toEqual([UNSENT]);
    if (isDiscarded) removeUnsentLineups(FAKE_ADDRESS);
    load();
    const left = isDiscarded ? [] : [{ ...UNSENT, failure: { code: 'STALE', message: 'No.', players: [] } }];
    await expect.poll(unsent).toEqual(left);
    stop();
  }
});

test('a lineup that is rejected for another reason is marked although its page has not loaded the team again', async () => {
  keepLineup(UNSENT);
  const { host } = start(reject('PLAYER_LOCKED', 'No.'));
  vi.spyOn(host.queryClient, 'invalidateQueries').mockReturnValue(deferred().promise);
  await expect.poll(unsent).toMatchObject([{ failure: { code: 'PLAYER_LOCKED' } }]);
});

test('a rejected lineup causes no notice for another wallet that signs in while the team is loaded', async () => {
  keepLineup(UNSENT);
  const { host } = start(reject('STALE', 'No.'));
  const { promise: loaded, resolve: load } = deferred();
  const reload = vi.spyOn(host.queryClient, 'invalidateQueries').mockReturnValue(loaded);
  await expect.poll(() => reload.mock.calls).toHaveLength(1);
  host.session.set({ status: 'player', user: fakeUser({ wallet_address: OTHER_WALLET }) });
  load();
  await expect.poll(unsent).toMatchObject([{ failure: { code: 'STALE' } }]);
  expect(host.notices).toEqual([]);
});

test('before a stale lineup is marked, the queries of its team are loaded again, and no others', async () => {
  keepLineup(UNSENT);
  const loaded: string[] = [];
  const { host } = start(reject('STALE', 'No.'));
  for (const id of [UNSENT.participation_id, 'other'])
    new QueryObserver(host.queryClient, {
      queryKey: ['team', id],
      queryFn: () => loaded.push(id),
      initialData: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {});
  await expect.poll(unsent).toMatchObject([{ failure: { code: 'STALE' } }]);
  expect(loaded).toEqual([UNSENT.participation_id]);
});
