// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { openDialogHost } from './dialog-host.ts';
import { showDock } from './dock.ts';
import { clockSentence, openReplay, type ReplayStatus } from './replay.ts';
import { openState } from './state.ts';

const LIVE: ReplayStatus = {
  gameweek: 6,
  phase: 'half-3',
  minute: 34,
  paused: false,
  waiting: false,
  speed: 1,
};

afterEach(() => {
  document.getElementById('touchline-demo-wallet')?.remove();
  localStorage.clear();
});

/** The dock over a replay that answers with `LIVE` and a chain on which the first account has 1,500 FOOTBALL. */
function openDock() {
  const sent: string[] = [];
  const send = (async (path: string, init?: RequestInit) => {
    sent.push(`${init?.method ?? 'GET'} ${path} ${init?.body ?? ''}`.trim());
    return new Response(JSON.stringify(LIVE), { status: 200 });
  }) as typeof fetch;
  const host = openDialogHost();
  const state = openState();
  const token = { address: '0x5fbd', symbol: 'FOOTBALL', decimals: 18 };
  const chain = {
    facts: async () => ({ rpcUrl: '', chainId: '0x1e0', chainName: 'WorldChain', token }),
    addresses: async () => ['0xa1', '0xb2'],
    call: async () => `0x${(1_500n * 10n ** 18n).toString(16)}`,
  };
  const openWallet = vi.fn();
  showDock({ host, chain, state, replay: openReplay(send), openWallet });
  const button = (name: RegExp) =>
    [...host.root.querySelectorAll('button')].find((each) => name.test(each.textContent ?? ''))!;
  return { host, state, sent, button, openWallet };
}

test('the dock shows the clock, and moves it', async () => {
  const { sent, button } = openDock();
  await vi.waitFor(() => expect(button(/GW6 34'/)).toBeTruthy());
  for (const name of [/Pause/, /Next goal/, /Full time/, /Kick-off/, /16x/]) button(name).click();
  expect(sent.slice(1)).toEqual([
    'POST /api/demo/replay/pause {}',
    'POST /api/demo/replay/advance {"to":"next-goal"}',
    'POST /api/demo/replay/advance {"to":"full-time"}',
    'POST /api/demo/replay/advance {"to":"next-kickoff"}',
    'POST /api/demo/replay/speed {"speed":16}',
  ]);
});

test('it opens with the accounts and their balance, says that players are invented, and changes the account', async () => {
  const { host, state, button } = openDock();
  const panel = host.root.getElementById('dock')!;
  expect(panel.hidden).toBe(true);
  // The page keeps toasts and the user's own row above it.
  expect(document.documentElement.style.getPropertyValue('--tl-corner')).toBe('60px');
  button(/Demo|GW6/).click();
  expect(panel.hidden).toBe(false);
  expect(panel.textContent).toContain('Players, teams and managers are invented');
  await vi.waitFor(() => expect(button(/Nell Fairbank/).textContent).toContain('1,500'));
  button(/Ozzie Thorne/).click();
  expect(state.get().account).toBe(2);
  await vi.waitFor(() => expect(button(/Ozzie Thorne/).getAttribute('aria-pressed')).toBe('true'));
});

test('a clock that waits says so', () => {
  expect(clockSentence({ ...LIVE, paused: true, waiting: true })).toBe(
    'The clock waits until somebody watches.',
  );
  expect(clockSentence({ ...LIVE, paused: true })).toBe('The clock stands still.');
  expect(clockSentence({ ...LIVE, speed: 4 })).toBe('Matches are on, 4 times as fast.');
});
