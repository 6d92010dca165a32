// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { clockSentence } from './clock-sentence.ts';
import { showDock } from './dock.ts';
import { createDockPanel } from './dock-panel.ts';
import { createEmitter } from './emitter.ts';
import { lateProvider } from './lazy-provider.ts';
import { openReplay, type ReplayStatus } from './replay.ts';
import { openRoot } from './root.ts';
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
  const root = openRoot();
  const state = openState();
  const token = { address: '0x5fbd', symbol: 'FOOTBALL', decimals: 18 };
  const chain = {
    facts: async () => ({ rpcUrl: '', chainId: '0x1e0', chainName: 'WorldChain', token }),
    addresses: async () => ['0xa1', '0xb2'],
    call: async () => `0x${(1_500n * 10n ** 18n).toString(16)}`,
  };
  const replay = openReplay(send);
  const openPanel = vi.fn(async (moved: (status: ReplayStatus | null) => void) =>
    createDockPanel({ chain, state, replay, moved, openWallet: () => {} }),
  );
  showDock({ root, state, replay, openPanel });
  const button = (name: RegExp) =>
    [...root.querySelectorAll('button')].find((each) => name.test(each.textContent ?? ''))!;
  return { root, state, sent, button, openPanel };
}

test('the dock shows the clock, and moves it', async () => {
  const { sent, button } = openDock();
  await vi.waitFor(() => expect(button(/GW6 34'/)).toBeTruthy());
  button(/GW6/).click();
  await vi.waitFor(() => expect(button(/Next goal/)).toBeTruthy());
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
  const { root, state, button, openPanel } = openDock();
  expect(openPanel).not.toHaveBeenCalled();
  // The page keeps toasts and the user's own row above it.
  expect(document.documentElement.style.getPropertyValue('--tl-corner')).toBe('60px');
  button(/Demo|GW6/).click();
  const panel = await vi.waitFor(() => {
    const shown = root.getElementById('dock');
    expect(shown?.hidden).toBe(false);
    return shown!;
  });
  expect(panel.textContent).toContain('Players, teams and managers are invented');
  await vi.waitFor(() => expect(button(/Nell Fairbank/).textContent).toContain('1,500'));
  button(/Ozzie Thorne/).click();
  expect(state.get().account).toBe(2);
  await vi.waitFor(() => expect(button(/Ozzie Thorne/).getAttribute('aria-pressed')).toBe('true'));
});

test('presses while its code comes count: after two it stays closed, and is made once', async () => {
  const { root, button, openPanel } = openDock();
  for (let press = 0; press < 2; press++) button(/Demo|GW6/).click();
  await vi.waitFor(() => expect(root.getElementById('dock')).toBeTruthy());
  expect(root.getElementById('dock')!.hidden).toBe(true);
  button(/Demo|GW6/).click();
  expect(root.getElementById('dock')!.hidden).toBe(false);
  expect(openPanel).toHaveBeenCalledTimes(1);
});

test('without its code it stays closed, and the next press tries again', async () => {
  const { root, button, openPanel } = openDock();
  openPanel.mockRejectedValueOnce(new Error('offline'));
  button(/Demo|GW6/).click();
  await vi.waitFor(() => expect(button(/Demo|GW6/).getAttribute('aria-expanded')).toBe('false'));
  expect(root.getElementById('dock')).toBeNull();
  button(/Demo|GW6/).click();
  await vi.waitFor(() => expect(root.getElementById('dock')?.hidden).toBe(false));
});

test('a request whose wallet does not come is refused, and the next one loads it', async () => {
  const provider = { ...createEmitter(), request: async () => ['0xa1'] };
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ provider });
  const late = lateProvider(load, createEmitter());
  await expect(late.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: -32603 });
  expect(await late.request({ method: 'eth_accounts' })).toEqual(['0xa1']);
});

test('a clock that waits says so', () => {
  expect(clockSentence({ ...LIVE, paused: true, waiting: true })).toBe(
    'The clock waits until somebody watches.',
  );
  expect(clockSentence({ ...LIVE, paused: true })).toBe('The clock stands still.');
  expect(clockSentence({ ...LIVE, speed: 4 })).toBe('Matches are on, 4 times as fast.');
});
