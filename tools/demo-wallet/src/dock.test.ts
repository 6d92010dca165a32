// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { describeClock } from './clock-sentence.ts';
import { mountDock } from './dock.ts';
import { createDockPanel } from './dock-panel.ts';
import { createEmitter } from './emitter.ts';
import { createLazyProvider } from './lazy-provider.ts';
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
});

/** Mounts the dock with a replay that returns `LIVE` and a chain on which every account has 1,500 FOOTBALL. */
function setUpDock() {
  const sent: string[] = [];
  const send = (async (path: string, init?: RequestInit) => {
    sent.push(`${init?.method ?? 'GET'} ${path} ${init?.body ?? ''}`.trim());
    return new Response(JSON.stringify(LIVE), { status: 200 });
  }) as typeof fetch;
  const root = openRoot();
  const state = openState();
  const token = { address: '0x5fbd', symbol: 'FOOTBALL', decimals: 18 };
  const chain = {
    info: async () => ({ rpcUrl: '', chainId: '0x1e0', chainName: 'WorldChain', token }),
    addresses: async () => ['0xa1', '0xb2'],
    call: async () => `0x${(1_500n * 10n ** 18n).toString(16)}`,
  };
  const replay = openReplay(send);
  const openPanel = vi.fn(async (onClockChange: (status: ReplayStatus | null) => void) =>
    createDockPanel({ chain, state, replay, onClockChange, openWallet: () => {} }),
  );
  mountDock({ root, state, replay, openPanel });
  const button = (name: RegExp) =>
    [...root.querySelectorAll('button')].find((each) => name.test(each.textContent ?? ''))!;
  return { root, state, sent, button, openPanel };
}

test('dock shows and controls the season clock', async () => {
  const { sent, button } = setUpDock();
  await expect.poll(() => button(/GW6 34'/)).toBeTruthy();
  button(/GW6/).click();
  await expect.poll(() => button(/Next goal/)).toBeTruthy();
  for (const name of [/Pause/, /Next goal/, /Full time/, /Kick-off/, /16x/]) button(name).click();
  expect(sent.slice(1)).toEqual([
    'POST /api/demo/replay/pause {}',
    'POST /api/demo/replay/advance {"to":"next-goal"}',
    'POST /api/demo/replay/advance {"to":"full-time"}',
    'POST /api/demo/replay/advance {"to":"next-kickoff"}',
    'POST /api/demo/replay/speed {"speed":16}',
  ]);
});

test('dock panel lists accounts with balances, states that players are fictional and switches the account', async () => {
  const { root, state, button, openPanel } = setUpDock();
  expect(openPanel).not.toHaveBeenCalled();
  // The page keeps its sticky bars, toasts and the user's own row above the dock.
  expect(document.documentElement.style.getPropertyValue('--tl-dock')).toBe('45px');
  button(/Demo|GW6/).click();
  await expect.poll(() => root.getElementById('dock')?.hidden).toBe(false);
  expect(root.getElementById('dock')!.textContent).toContain('Players, teams and managers are fictional');
  await expect.poll(() => button(/Nell Fairbank/).textContent).toContain('1,500');
  button(/Ozzie Thorne/).click();
  expect(state.get().account).toBe(2);
  await expect.poll(() => button(/Ozzie Thorne/).getAttribute('aria-pressed')).toBe('true');
});

test('clicks while the panel loads count: after two the panel stays closed, and it is created once', async () => {
  const { root, button, openPanel } = setUpDock();
  for (let press = 0; press < 2; press++) button(/Demo|GW6/).click();
  await expect.poll(() => root.getElementById('dock')).toBeTruthy();
  expect(root.getElementById('dock')!.hidden).toBe(true);
  button(/Demo|GW6/).click();
  expect(root.getElementById('dock')!.hidden).toBe(false);
  expect(openPanel).toHaveBeenCalledTimes(1);
});

test('panel stays closed when its code fails to load, and the next click tries again', async () => {
  const { root, button, openPanel } = setUpDock();
  openPanel.mockRejectedValueOnce(new Error('offline'));
  button(/Demo|GW6/).click();
  await expect.poll(() => button(/Demo|GW6/).getAttribute('aria-expanded')).toBe('false');
  expect(root.getElementById('dock')).toBeNull();
  button(/Demo|GW6/).click();
  await expect.poll(() => root.getElementById('dock')?.hidden).toBe(false);
});

test('request fails when the wallet cannot be loaded, and the next request loads it', async () => {
  const provider = { ...createEmitter(), request: async () => ['0xa1'] };
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ provider });
  const lazy = createLazyProvider(load, createEmitter());
  await expect(lazy.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: -32603 });
  expect(await lazy.request({ method: 'eth_accounts' })).toEqual(['0xa1']);
});

test('clock sentence describes a waiting, a paused and a fast clock', () => {
  expect(describeClock({ ...LIVE, paused: true, waiting: true })).toBe(
    'The clock is paused until a page is open.',
  );
  expect(describeClock({ ...LIVE, paused: true })).toBe('The clock is paused.');
  expect(describeClock({ ...LIVE, speed: 4 })).toBe('Matches are in play. The clock runs at 4x speed.');
});
