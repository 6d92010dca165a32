import { TouchlineError } from '@touchline/api/errors';
import { deferred } from '@touchline/host/testing/deferred';
import { FAKE_ADDRESS, fakeUser } from '@touchline/host/testing/fake-host';
import { keepLineup, removeUnsentLineups } from '@touchline/host/unsent-lineups';
import { afterEach, expect, test, vi } from 'vitest';
import { createKeptData } from '../kept-data.ts';
import { createMemoryCaches } from '../testing/memory-caches.ts';
import { lineup, OTHER_WALLET, reject, start, stop, UNSENT, unsent } from '../testing/start-sender.ts';

afterEach(stop);

/** Rejects a lineup that its user has discarded in the meantime. */
const rejectDiscarded = () => {
  removeUnsentLineups(FAKE_ADDRESS);
  reject('NOT_FOUND', 'No such team.', 404)();
};
/** Reports that the connection has returned, and reads what is still unsent. */
const reconnect = (wallet?: string) => () => {
  window.dispatchEvent(new Event('online'));
  return unsent(wallet);
};

test('a kept lineup is sent for its gameweek and in place of the lineup that was edited', async () => {
  keepLineup(UNSENT);
  const { bodies, host } = start(() => {});
  await expect.poll(unsent).toEqual([]);
  expect(bodies).toEqual([{ ...lineup, replaces: UNSENT.replaces, effective_gameweek: 6 }]);
  await expect
    .poll(() => host.notices)
    .toMatchObject([
      {
        kind: 'success',
        title: 'Lineup saved',
        message: 'The lineup of Rovers that was kept on this device has been sent.',
      },
    ]);
});

test('a sent lineup stays on its page until the queries are loaded again', async () => {
  keepLineup(UNSENT);
  const { host, bodies } = start(() => {});
  const { promise: loaded, resolve: load } = deferred();
  const reload = vi.spyOn(host.queryClient, 'invalidateQueries').mockReturnValue(loaded);
  await expect.poll(() => reload.mock.calls).toHaveLength(1);
  expect([bodies.length, unsent()]).toEqual([1, [UNSENT]]);
  load();
  await expect.poll(unsent).toEqual([]);
});

test('responses of its team from before are not kept for offline visits, whose pages may be closed', async () => {
  const caches = createMemoryCaches();
  const kept = createKeptData(caches, () => FAKE_ADDRESS);
  await kept.write(`["team","${UNSENT.participation_id}"]`, 'before');
  await kept.write('["team","other"]', 'other');
  keepLineup(UNSENT);
  start(() => {}, FAKE_ADDRESS, kept);
  await expect.poll(unsent).toEqual([]);
  expect(await kept.read(`["team","${UNSENT.participation_id}"]`)).toBeNull();
  expect(await kept.read('["team","other"]')).toMatchObject({ data: 'other' });
});

test('the queries of its team are loaded again, although its page has been left', async () => {
  const { host } = start(() => {});
  const loaded: string[] = [];
  for (const id of [UNSENT.participation_id, 'other'])
    await host.queryClient.fetchQuery({ queryKey: ['team', id], queryFn: () => loaded.push(id) });
  keepLineup(UNSENT);
  await expect.poll(unsent).toEqual([]);
  expect(loaded).toEqual([UNSENT.participation_id, 'other', UNSENT.participation_id]);
});

test('a kept lineup replaces the earlier one that the server has saved without a response', async () => {
  const attempts = [11, 12].map((captain_id) => ({ ...lineup, captain_id }));
  keepLineup({ ...UNSENT, attempts });
  let stale = 2;
  const { bodies, host } = start(() => {
    if (stale-- > 0) reject('STALE', 'No.')();
  });
  await expect.poll(unsent).toEqual([]);
  expect(bodies).toMatchObject([UNSENT.replaces, ...attempts].map((replaces) => ({ replaces })));
  await expect.poll(() => host.notices).toMatchObject([{ kind: 'success' }]);
});

test('a lineup that is discarded during its first request is not sent in place of an earlier one', async () => {
  keepLineup({ ...UNSENT, attempts: [lineup] });
  const { bodies, host } = start(() => {
    removeUnsentLineups(FAKE_ADDRESS);
    reject('STALE', 'No.')();
  });
  await expect.poll(() => bodies).toHaveLength(1);
  keepLineup({ ...UNSENT, gameweek: 7 });
  await expect.poll(() => reconnect()() && bodies).toHaveLength(2);
  expect(bodies[1]).toMatchObject({ effective_gameweek: 7 });
  expect(host.notices).toEqual([]);
});

test('the lineup of the later gameweek is sent first', async () => {
  keepLineup(UNSENT);
  keepLineup({ ...UNSENT, gameweek: 7 });
  const { bodies } = start(() => {});
  await expect.poll(unsent).toEqual([]);
  expect(bodies).toMatchObject([{ effective_gameweek: 7 }, { effective_gameweek: 6 }]);
});

test('a server that cannot respond gets it again when the connection returns', async () => {
  keepLineup(UNSENT);
  let isDown = true;
  const { bodies } = start(() => {
    if (isDown) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Try again soon.');
  });
  await expect.poll(() => bodies).toHaveLength(1);
  expect(unsent()).toEqual([UNSENT]);
  isDown = false;
  await expect.poll(reconnect()).toEqual([]);
});

test('a user whose session has ended sees a notice, and the lineup is sent after they sign in again', async () => {
  keepLineup(UNSENT);
  let hasSession = false;
  const { host } = start(() => {
    if (!hasSession) reject('TOKEN_INVALID', 'Sign in.')();
  });
  await expect
    .poll(() => host.notices)
    .toMatchObject([{ message: expect.stringContaining('You are signed out') }]);
  expect(unsent()).toEqual([UNSENT]);
  host.session.set({ status: 'guest', user: null });
  hasSession = true;
  const signIn = () => {
    host.session.set({ status: 'player', user: fakeUser() });
    return unsent();
  };
  await expect.poll(signIn).toEqual([]);
});

test('an expired token that could not be renewed leaves the lineup waiting, without a notice', async () => {
  keepLineup(UNSENT);
  let isWeak = true;
  const { bodies, host } = start(() => {
    if (isWeak) reject('TOKEN_EXPIRED', 'Expired.', 401)();
  });
  await expect.poll(() => bodies).toHaveLength(1);
  isWeak = false;
  await expect.poll(reconnect()).toEqual([]);
  await expect.poll(() => host.notices).toMatchObject([{ kind: 'success', title: 'Lineup saved' }]);
});

test('an expired token whose renewal was rejected has ended the session, and the user sees a notice', async () => {
  keepLineup(UNSENT);
  const { host } = start(({ session }) => {
    session.set({ status: 'guest', user: null });
    reject('TOKEN_EXPIRED', 'Expired.', 401)();
  });
  await expect
    .poll(() => host.notices)
    .toMatchObject([{ message: expect.stringContaining('You are signed out') }]);
  expect(unsent()).toEqual([UNSENT]);
});

test('another wallet and a guest send nothing of it', async () => {
  keepLineup(UNSENT);
  for (const user of [OTHER_WALLET, null]) {
    const { bodies } = start(() => {}, user);
    window.dispatchEvent(new Event('online'));
    await Promise.resolve();
    expect(bodies).toEqual([]);
    stop();
  }
  expect(unsent()).toEqual([UNSENT]);
});

test.each([
  ['accepted', () => {}, [6]],
  ['rejected', reject('NOT_FOUND', 'No such team.', 404), [6, 7]],
  ['rejected after a discard', rejectDiscarded, []],
])(
  'when the user switches the wallet during a request that is %s, the other lineups of the first wallet are neither sent nor changed',
  async (_how, respond, left) => {
    for (const gameweek of [6, 7]) keepLineup({ ...UNSENT, gameweek });
    keepLineup({ ...UNSENT, wallet: OTHER_WALLET, team_name: 'Others', gameweek: 8 });
    const { bodies, host } = start(({ session }) => {
      if (session.get().user?.wallet_address === OTHER_WALLET) return;
      session.set({ status: 'player', user: fakeUser({ wallet_address: OTHER_WALLET }) });
      respond();
    });
    await expect.poll(reconnect(OTHER_WALLET)).toEqual([]);
    expect(bodies).toMatchObject([{ effective_gameweek: 7 }, { effective_gameweek: 8 }]);
    expect(unsent().map(({ gameweek, failure }) => ({ gameweek, failure }))).toEqual(
      left.map((gameweek) => ({ gameweek, failure: null })),
    );
    await expect
      .poll(() => host.notices)
      .toMatchObject([{ message: expect.stringContaining('The lineup of Others') }]);
  },
);

test('a lineup that is edited again during its request is sent afterwards, although the first one is rejected', async () => {
  keepLineup(UNSENT);
  let isFirst = true;
  const { bodies } = start(() => {
    if (!isFirst) return;
    isFirst = false;
    keepLineup({ ...UNSENT, saved_at: UNSENT.saved_at + 1, lineup: { ...lineup, captain_id: 8 } });
    reject('STALE', 'No.')();
  });
  await expect.poll(reconnect()).toEqual([]);
  expect(bodies).toMatchObject([{ captain_id: 10 }, { captain_id: 8 }]);
});
