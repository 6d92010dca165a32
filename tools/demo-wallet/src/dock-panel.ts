import { ACCOUNT_NAMES } from './accounts.ts';
import { fetchBalances } from './balances.ts';
import type { LocalChain } from './chain.ts';
import { describeClock } from './clock-sentence.ts';
import { element } from './element.ts';
import type { Replay, ReplayStatus } from './replay.ts';
import type { StateStore } from './state.ts';

const SPEEDS = [1, 4, 16] as const;

interface DockPanelOptions {
  chain: LocalChain;
  state: StateStore;
  replay: Replay;
  openWallet(): void;
  /** Receives the state of the clock after a clock action. */
  onClockChange(status: ReplayStatus | null): void;
}

export interface DockPanel {
  /** Initially hidden. */
  element: HTMLElement;
  show(status: ReplayStatus | null): void;
  /** Reloads the balances. */
  refresh(): Promise<void>;
}

/** Creates the panel of the dock: the season clock and the accounts with their balances. */
export function createDockPanel(options: DockPanelOptions): DockPanel {
  const clock = createClockControls(options.replay, options.onClockChange);
  const accounts = createAccountList(options);
  const panel = element(
    'section',
    { id: 'dock', class: 'panel', 'aria-label': 'Demo' },
    element('p', { class: 'brand' }, 'Demo season'),
    clock.controls,
    accounts.list,
    element('p', { class: 'note' }, 'The clubs are real. Players, teams and managers are fictional.'),
  );
  panel.hidden = true;
  options.state.subscribe(() => void accounts.refresh());
  return { element: panel, show: clock.show, refresh: accounts.refresh };
}

const button = (label: string, click: () => void, pressed?: boolean) =>
  element(
    'button',
    { type: 'button', click, ...(pressed === undefined ? {} : { 'aria-pressed': String(pressed) }) },
    label,
  );

/** Creates the buttons for pause, jumps and speed, below a sentence that describes the clock. */
function createClockControls(replay: Replay, onClockChange: (status: ReplayStatus | null) => void) {
  const sentence = element('p', { role: 'status' });
  const send = (...action: Parameters<Replay['send']>) => void replay.send(...action).then(onClockChange);
  let paused = false;
  const pause = button('Pause', () => send(paused ? 'resume' : 'pause'));
  const speeds = SPEEDS.map((speed) => button(`${speed}x`, () => send('speed', { speed }), false));
  const controls = element(
    'div',
    { class: 'clock', role: 'group', 'aria-label': 'Season clock' },
    sentence,
    element(
      'div',
      { class: 'moves' },
      pause,
      button('Next goal', () => send('advance', { to: 'next-goal' })),
      button('Full time', () => send('advance', { to: 'full-time' })),
      button('Kick-off', () => send('advance', { to: 'next-kickoff' })),
    ),
    element('div', { class: 'moves', role: 'group', 'aria-label': 'Speed' }, ...speeds),
  );
  return {
    controls,
    show(status: ReplayStatus | null) {
      paused = status?.paused ?? false;
      const text = status
        ? `Gameweek ${status.gameweek}${status.minute === null ? '' : `, minute ${status.minute}`}. ${describeClock(status)}`
        : 'The season replay is unavailable.';
      if (sentence.textContent !== text) sentence.textContent = text;
      pause.textContent = paused ? 'Play' : 'Pause';
      for (const [index, each] of speeds.entries())
        each.setAttribute('aria-pressed', String(SPEEDS[index] === status?.speed));
    },
  };
}

/** Creates one button per account. A click switches the account; while disconnected it preselects the account of the next connection. */
function createAccountList({ chain, state, openWallet }: DockPanelOptions) {
  const rows = ACCOUNT_NAMES.map((name, index) => {
    const balance = element('code', {});
    const row = element(
      'button',
      { type: 'button', class: 'account', click: () => state.set({ account: index }) },
      element('span', { class: 'name' }, name),
      balance,
    );
    return { row, balance };
  });
  const list = element(
    'div',
    { class: 'people', role: 'group', 'aria-label': 'Accounts' },
    element('span', { class: 'legend' }, 'Accounts and FOOTBALL balances'),
    element('div', { class: 'rows' }, ...rows.map(({ row }) => row)),
    button('Change network or disconnect', openWallet),
  );
  return {
    list,
    async refresh() {
      const { account } = state.get();
      for (const [index, { row }] of rows.entries())
        row.setAttribute('aria-pressed', String(index === account));
      const addresses = (await chain.addresses()).slice(0, rows.length);
      for (const [index, balance] of (await fetchBalances(chain, addresses)).entries())
        rows[index]!.balance.textContent = balance;
    },
  };
}
