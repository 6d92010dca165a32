import { ACCOUNT_NAMES } from './accounts.ts';
import { balancesOf } from './balances.ts';
import type { LocalChain } from './chain.ts';
import { clockSentence } from './clock-sentence.ts';
import { element } from './element.ts';
import type { Replay, ReplayStatus } from './replay.ts';
import type { StateStore } from './state.ts';

const SPEEDS = [1, 4, 16] as const;

interface PanelParts {
  chain: LocalChain;
  state: StateStore;
  replay: Replay;
  openWallet(): void;
  /** Told the clock after a move. */
  moved(status: ReplayStatus | null): void;
}

export interface DockPanel {
  /** Hidden at first. */
  element: HTMLElement;
  show(status: ReplayStatus | null): void;
  /** Reads the balances again. */
  refresh(): Promise<void>;
}

/** The panel of the dock: the clock of the season replay, and the accounts with their balance. */
export function createDockPanel(parts: PanelParts): DockPanel {
  const clock = clockControls(parts.replay, parts.moved);
  const accounts = accountList(parts);
  const panel = element(
    'section',
    { id: 'dock', class: 'panel', 'aria-label': 'Demo' },
    element('p', { class: 'brand' }, 'Demo season'),
    clock.controls,
    accounts.list,
    element('p', { class: 'note' }, 'Clubs are real. Players, teams and managers are invented.'),
  );
  panel.hidden = true;
  parts.state.subscribe(() => void accounts.refresh());
  return { element: panel, show: clock.show, refresh: accounts.refresh };
}

const button = (label: string, click: () => void, pressed?: boolean) =>
  element(
    'button',
    { type: 'button', click, ...(pressed === undefined ? {} : { 'aria-pressed': String(pressed) }) },
    label,
  );

/** Pause, jumps and speeds, under a sentence that says what the clock does. */
function clockControls(replay: Replay, moved: (status: ReplayStatus | null) => void) {
  const sentence = element('p', { role: 'status' });
  const send = (...move: Parameters<Replay['send']>) => void replay.send(...move).then(moved);
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
      const said = status
        ? `Gameweek ${status.gameweek}${status.minute === null ? '' : `, minute ${status.minute}`}. ${clockSentence(status)}`
        : 'The season replay does not answer.';
      if (sentence.textContent !== said) sentence.textContent = said;
      pause.textContent = paused ? 'Play' : 'Pause';
      for (const [index, each] of speeds.entries())
        each.setAttribute('aria-pressed', String(SPEEDS[index] === status?.speed));
    },
  };
}

/** One press changes to another account; without a connection it is the one that the next connection offers. */
function accountList({ chain, state, openWallet }: PanelParts) {
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
    element('span', { class: 'legend' }, 'Accounts and their FOOTBALL'),
    element('div', { class: 'rows' }, ...rows.map(({ row }) => row)),
    button('Network and disconnect', openWallet),
  );
  return {
    list,
    async refresh() {
      const { account } = state.get();
      for (const [index, { row }] of rows.entries())
        row.setAttribute('aria-pressed', String(index === account));
      const addresses = (await chain.addresses()).slice(0, rows.length);
      for (const [index, text] of (await balancesOf(chain, addresses)).entries())
        rows[index]!.balance.textContent = text;
    },
  };
}
