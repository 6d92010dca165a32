import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { type MyPrize, myPrizes } from '@touchline/api/http/prizes';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { formatDayTime } from '@touchline/ui/format';
import { notifications } from '@touchline/ui/notifications';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildUser, makeToken } from '../testing/server.ts';
import { shellUnderTest, TestStream } from '../testing/shell-under-test.tsx';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';
import { buildPrizeToast } from './build-prize-toast.ts';

const page = shellUnderTest();
const MINE = 'GET /prizes/mine';
const SEEN = `touchline.prizes-seen.${ALICE_ADDRESS}`;
const GAME = fakeId(1, 12);

const prize = (n: number, fields: Partial<MyPrize> = {}): MyPrize => ({
  game_id: fakeId(1, n),
  game_name: `Gameweek ${n}`,
  participation_id: fakeId(2, n),
  team_name: 'Rovers',
  rank: 3,
  entries: 120,
  token: { address: `0x${'d'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 },
  amount: `1900${'0'.repeat(18)}`,
  state: 'DUE',
  settled_at: '2026-11-24T12:00:00.000Z',
  transaction_hash: null,
  claims_open_at: null,
  reclaimed: false,
  claim: null,
  ...fields,
});
const WON = 'You finished 3rd of 120 and won 1,900 FOOTBALL';

let prizes: MyPrize[];
beforeEach(() => {
  prizes = [prize(12)];
  page.server.signedInAs = ALICE_ADDRESS;
  localStorage.setItem('auth_token', makeToken(ALICE_ADDRESS));
  localStorage.setItem('user_data', JSON.stringify(buildUser(ALICE_ADDRESS)));
  page.server.responses = [fakeResponse(myPrizes, () => ({ prizes }))];
  // Random delays are zero.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  act(() => notifications.clean());
  vi.restoreAllMocks();
});

/** Opens the page and lets the delay of the notices pass. */
async function open() {
  const requested = page.server.count(MINE);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { shell, unmount } = page.open();
  act(() => TestStream.last?.open());
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(page.server.count(MINE)).toBe(requested);
  await act(() => vi.advanceTimersByTimeAsync(200));
  vi.useRealTimers();
  return { shell, unmount, showQuiet: vi.spyOn(shell.toasts, 'showQuiet') };
}
const waitForRequests = (count: number) =>
  waitFor(() => {
    expect(page.server.count(MINE)).toBe(count);
  });
const waitForSeen = (ids: string) => waitFor(() => expect(localStorage.getItem(SEEN)).toBe(ids));

describe('notice of a settled prize', () => {
  test('a prize that was settled while the page was closed is announced once, after the page is complete', async () => {
    localStorage.setItem(SEEN, fakeId(2, 11));
    prizes = [prize(12), prize(11)];
    const first = await open();
    expect(await screen.findByText(WON)).toBeTruthy();
    expect(screen.getByText(`${WON}. Gameweek 12. See it in My Teams.`).getAttribute('aria-live')).toBe(
      'polite',
    );
    expect(screen.getByTestId('celebration')).toBeTruthy();
    first.unmount();
    const second = await open();
    await waitForRequests(2);
    await waitForSeen(`${fakeId(2, 12)},${fakeId(2, 11)}`);
    expect(second.showQuiet).not.toHaveBeenCalled();
  });

  test('the first visit announces nothing; a prize that is settled while the page is open is announced', async () => {
    const { showQuiet } = await open();
    await waitForSeen(fakeId(2, 12));
    expect(showQuiet).not.toHaveBeenCalled();
    prizes = [prize(13), prize(12)];
    act(() => TestStream.last?.send({ topic: 'prizes', game_id: fakeId(1, 13) }));
    await screen.findByText('Gameweek 13', { exact: false, ignore: '[aria-live]' });
    // The same settlement, when its tokens arrive.
    act(() => TestStream.last?.send({ topic: 'prizes', game_id: fakeId(1, 13) }));
    await waitForRequests(3);
    expect(showQuiet).toHaveBeenCalledTimes(1);
  });

  test('a page in the background announces the prize when the user returns', async () => {
    localStorage.setItem(SEEN, '');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await open();
    await waitFor(() => expect(document.querySelectorAll('[role="status"][aria-live]')).toHaveLength(2));
    expect(page.server.count(MINE)).toBe(0);
    hidden.mockReturnValue(false);
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByText(WON)).toBeTruthy();
  });

  test('an interrupted stream causes one request after the reconnection', async () => {
    localStorage.setItem(SEEN, fakeId(2, 12));
    const { shell } = await open();
    await waitForRequests(1);
    await waitFor(() => expect(shell.host.queryClient.isFetching()).toBe(0));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => TestStream.last?.fail());
    for (let repeated = 0; repeated < 3; repeated++) {
      act(() => TestStream.last?.send({ topic: 'reset' }));
      await act(() => vi.advanceTimersByTimeAsync(30_000));
    }
    expect(page.server.count(MINE)).toBe(1);
    prizes = [prize(13), prize(12)];
    act(() => TestStream.last?.open());
    act(() => TestStream.last?.send({ topic: 'reset' }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(page.server.count(MINE)).toBe(2);
    expect(screen.getByText(`${WON}. Gameweek 13. See it in My Teams.`)).toBeTruthy();
  });

  test('browsers request their prizes at different times after a message, and once for several messages', async () => {
    await open();
    await waitForSeen(fakeId(2, 12));
    vi.mocked(Math.random).mockReturnValue(0.5);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const n of [12, 13]) act(() => TestStream.last?.send({ topic: 'prizes', game_id: fakeId(1, n) }));
    await act(() => vi.advanceTimersByTimeAsync(4_900));
    expect(page.server.count(MINE)).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(page.server.count(MINE)).toBe(2);
  });

  test('a failed request shows nothing, and the next message announces the prize', async () => {
    localStorage.setItem(SEEN, '');
    page.server.fails.set(MINE, new TouchlineError('NOT_FOUND', 'No.', { status: 404 }));
    const { showQuiet } = await open();
    await waitForRequests(1);
    expect(localStorage.getItem(SEEN)).toBe('');
    page.server.fails.clear();
    act(() => TestStream.last?.send({ topic: 'prizes', game_id: GAME }));
    expect(await screen.findByText(WON)).toBeTruthy();
    expect(showQuiet).toHaveBeenCalledTimes(1);
  });

  test('a guest causes no request', async () => {
    localStorage.clear();
    await open();
    act(() => TestStream.last?.send({ topic: 'prizes', game_id: GAME }));
    await screen.findByText('GW12');
    expect(page.server.count(MINE)).toBe(0);
  });

  test('several prizes are listed in one toast', () => {
    expect(buildPrizeToast([])).toBeNull();
    expect(buildPrizeToast([1, 2, 3, 4, 5, 6].map((n) => prize(n, { rank: n })))).toEqual({
      title: 'You won 6 prizes',
      lines: [
        'Gameweek 1: 1st of 120, 1,900 FOOTBALL',
        'Gameweek 2: 2nd of 120, 1,900 FOOTBALL',
        'Gameweek 3: 3rd of 120, 1,900 FOOTBALL',
        'Gameweek 4: 4th of 120, 1,900 FOOTBALL',
        'and 2 more',
        'See them in My Teams.',
      ],
    });
  });
});

describe('prizes in the wallet menu', () => {
  const openMenu = async () => {
    page.open();
    act(() => TestStream.last?.open());
    fireEvent.click(await screen.findByRole('button', { name: /^Wallet/ }));
  };

  test('the menu lists prizes to claim, those whose claims open later and waiting ones with a link to My Teams, and no paid prizes', async () => {
    const claim = {
      chain_id: 480,
      vault: `0x${'e'.repeat(40)}`,
      game_key: `0x${'1'.repeat(64)}`,
      index: 2,
      account: ALICE_ADDRESS,
      amount: prize(12).amount,
      proof: [],
    };
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const opensAt = inHours(1);
    prizes = [
      prize(14),
      prize(13, { claim, claims_open_at: opensAt }),
      prize(12, { claim, claims_open_at: inHours(-1) }),
      prize(11, { reclaimed: true }),
      prize(10, { state: 'CONFIRMED' }),
    ];
    await openMenu();
    const section = await screen.findByRole('region', { name: 'Prizes' });
    expect([...section.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      '1,900 FOOTBALL won, waiting (Gameweek 14)',
      `1,900 FOOTBALL won, claimable from ${formatDayTime(opensAt)} (Gameweek 13)`,
      '1,900 FOOTBALL to claim (Gameweek 12)',
      '1,900 FOOTBALL won and still owed to you, contact support (Gameweek 11)',
    ]);
    expect(screen.getByRole('link', { name: 'See prizes in My Teams' }).getAttribute('href')).toBe(
      '/my-team',
    );
  });

  test('prizes that load late move no button of the menu, because they are its last part', async () => {
    prizes = [prize(14)];
    const release = page.server.hold(MINE);
    await openMenu();
    const signOut = await screen.findByRole('button', { name: 'Sign out' });
    release();
    const section = await screen.findByRole('region', { name: 'Prizes' });
    expect(screen.getByRole('group', { name: 'Wallet control' }).lastElementChild).toBe(section);
    expect(signOut.isConnected).toBe(true);
  });

  test('the menu shows nothing without prizes, and a settlement appears without reloading', async () => {
    prizes = [];
    await openMenu();
    await waitForRequests(1);
    expect(screen.queryByRole('region', { name: 'Prizes' })).toBeNull();
    prizes = [prize(12)];
    act(() => TestStream.last?.send({ topic: 'prizes', game_id: GAME }));
    expect(await screen.findByText('won, waiting (Gameweek 12)', { exact: false })).toBeTruthy();
  });

  test('a failed request says that the prizes are safe', async () => {
    page.server.fails.set(MINE, new TouchlineError('NOT_FOUND', 'No.', { status: 404 }));
    await openMenu();
    expect(await screen.findByText('Your prizes could not be loaded. They are safe.')).toBeTruthy();
  });
});
