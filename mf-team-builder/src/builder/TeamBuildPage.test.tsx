import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { joinGame } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { getGame } from '@touchline/api/http/games';
import { answer } from '@touchline/host/testing/fake-answers';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHOSEN_GAME_KEY } from '../game/chosen-game.ts';
import { buildBootstrap, buildGame, playerId, playerName } from '../testing/build.ts';
import {
  builderHost,
  button,
  dialog,
  dialogGone,
  game,
  listed,
  openBuilder,
  pick,
  pickButton,
  press,
  rows,
  search,
  section,
  seek,
  slot,
  spoken,
  tabs,
  tooltip,
} from '../testing/open-builder.tsx';
import { openPage } from '../testing/open-page.tsx';

const weekly = { gameMode: 'weekly', gameId: game.id };
const save = (choice: unknown) => sessionStorage.setItem(CHOSEN_GAME_KEY, JSON.stringify(choice));
const saved = () => sessionStorage.getItem(CHOSEN_GAME_KEY);
const address = (path: string) => window.history.replaceState(null, '', path);
const onField = () => screen.getByText(/on field$/).textContent;
const create = () => button(/^Creat(e|ing) Team/);
const nameOf = (club: number, at: number) => playerName(playerId(club, at));

beforeEach(() => {
  sessionStorage.clear();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    'http://localhost/team-build',
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the way to the builder', () => {
  it.each([
    ['gameMode', { gameMode: 'weekly', gameId: game.id }],
    ['selectedMode', { selectedMode: 'weekly', gameId: game.id }],
  ])('BUILD-01 opens the mode of %s and keeps it for a reload', async (_, state) => {
    await openBuilder({ state });
    expect(screen.getByText('Gameweek 3')).toBeTruthy();
    expect(JSON.parse(saved() ?? '')).toEqual({ mode: 'weekly', game_id: game.id });
    cleanup();
    await openBuilder({ state: null });
    expect(screen.getByText('Gameweek 3')).toBeTruthy();
  });

  it('BUILD-01 restores mode and tournament', async () => {
    const cup = buildGame(8, 1, { game_type: 'TOURNAMENT', name: 'Friday Night Cup', entry_fee: '1000' });
    save({ mode: 'tournament', tournament: { id: cup.id, name: 'Friday Night Cup' } });
    await openBuilder({ state: null, game: cup });
    expect(screen.getByText('Friday Night Cup')).toBeTruthy();
  });

  it('BUILD-02 sends a guest without a saved mode to /', async () => {
    const { host } = builderHost({ host: { user: null } });
    openPage(host, '/team-build');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
  });

  it('BUILD-03 lets a guest with a saved mode two seconds to sign in', () => {
    vi.useFakeTimers();
    save({ mode: 'weekly' });
    const { host } = builderHost({ host: { user: null } });
    openPage(host, '/team-build');
    act(() => vi.advanceTimersByTime(1999));
    expect(host.visits).toEqual([]);
    act(() => vi.advanceTimersByTime(1));
    expect(host.visits).toEqual([{ to: '/', replace: true }]);
  });

  it('BUILD-03 signing in meanwhile prevents the redirect', () => {
    vi.useFakeTimers();
    save({ mode: 'weekly', game_id: game.id });
    const { host } = builderHost({ host: { user: null } });
    openPage(host, '/team-build');
    act(() => vi.advanceTimersByTime(1500));
    act(() => host.session.set({ status: 'player', user: fakeUser() }));
    act(() => vi.advanceTimersByTime(5000));
    expect(host.visits).toEqual([]);
  });

  it('BUILD-04 clears a corrupt choice and goes to /', async () => {
    sessionStorage.setItem(CHOSEN_GAME_KEY, '{nonsense');
    const { host } = builderHost();
    openPage(host, '/team-build');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/', replace: true }]));
    expect(saved()).toBeNull();
  });

  it('BUILD-05 forgets the mode on the way elsewhere, and keeps it on the way to a team', async () => {
    const first = await openBuilder();
    address('/team-view/1');
    first.view.unmount();
    expect(saved()).not.toBeNull();
    const second = await openBuilder();
    address('/fixtures');
    second.view.unmount();
    expect(saved()).toBeNull();
  });

  it('OPEN-31 without a mode a player goes to the chooser', async () => {
    const { host } = builderHost();
    openPage(host, '/team-build');
    await waitFor(() => expect(host.visits).toEqual([{ to: '/choose-game', replace: true }]));
  });

  it('BUILD-07 loads once, with a spinner that says so', async () => {
    let loads = 0;
    const football = answer(bootstrap, () => {
      loads += 1;
      return buildBootstrap();
    });
    const { host } = builderHost({ answers: [football] });
    openPage(host, '/team-build', weekly);
    expect(screen.getByText('Loading FPL data...')).toBeTruthy();
    await screen.findByText('Team Builder');
    expect(screen.queryByText('Loading FPL data...')).toBeNull();
    expect(loads).toBe(1);
  });

  it('BUILD-08 shows the failure, and "Retry" reloads the page', async () => {
    const failing = answer(bootstrap, () => {
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The feed is late.');
    });
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const { host } = builderHost({ answers: [failing] });
    openPage(host, '/team-build', weekly);
    expect(await screen.findByText('Failed to Load FPL Data')).toBeTruthy();
    expect(screen.getByText('The feed is late.')).toBeTruthy();
    press('Retry');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('BUILD-08 has words of its own for a failure without any', async () => {
    const { host } = builderHost();
    vi.spyOn(host.api, 'call').mockRejectedValue(new Error(''));
    openPage(host, '/team-build', weekly);
    expect(await screen.findByText('Failed to load FPL data')).toBeTruthy();
  });

  it('BUILD-09 a game that could not be loaded is not "No game selected": one can try again', async () => {
    let broken = true;
    const shaky = answer(getGame, () => {
      if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
      return { game };
    });
    const { host } = builderHost({ answers: [shaky] });
    openPage(host, '/team-build', weekly);
    expect(await screen.findByText('Failed to load the game')).toBeTruthy();
    expect(screen.queryByText('No game selected')).toBeNull();
    broken = false;
    press('Try Again');
    expect(await screen.findByText('Gameweek 3')).toBeTruthy();
  });
});

describe('the builder', () => {
  it('BUILD-09 heads the page with Back, title, game and badge', async () => {
    const { host } = await openBuilder();
    expect(screen.getByText('Gameweek 3')).toBeTruthy();
    expect(screen.getByText('Free Entry')).toBeTruthy();
    press('Back');
    expect(host.visits).toEqual([{ to: '/choose-game' }]);
  });

  it('BUILD-09 says "Payment Required" for a game with a fee', async () => {
    await openBuilder({
      game: buildGame(9, 24, { game_type: 'SEASON', entry_fee: '500' }),
      state: { gameMode: 'season', gameId: buildGame(9).id },
    });
    expect(screen.getByText('Payment Required')).toBeTruthy();
  });

  it('BUILD-10 shows what is left and how many there are', async () => {
    await openBuilder();
    expect(screen.getByTestId('budget').textContent).toBe('£100.0m');
    expect(screen.getByText('0/15')).toBeTruthy();
    await pick(nameOf(1, 7));
    const price = 4.5 + (playerId(1, 7) % 29) / 10;
    expect(screen.getByTestId('budget').textContent).toBe(`£${(100 - price).toFixed(1)}m`);
    expect(screen.getByText('1/15')).toBeTruthy();
  });

  it('BUILD-11 seven formation buttons and a select that agree, 3-4-3 first', async () => {
    await openBuilder();
    const buttons = [...document.querySelectorAll('fieldset button')];
    expect(buttons.map((button) => button.textContent)).toEqual([
      '3-4-3',
      '3-5-2',
      '4-3-3',
      '4-4-2',
      '4-5-1',
      '5-3-2',
      '5-4-1',
    ]);
    const select = screen.getByLabelText<HTMLSelectElement>('Formation', { selector: 'select' });
    expect(select.value).toBe('3-4-3');
    expect(buttons[0]?.getAttribute('aria-pressed')).toBe('true');
    press('5-4-1');
    expect(select.value).toBe('5-4-1');
    fireEvent.change(select, { target: { value: '4-4-2' } });
    expect(button('4-4-2').getAttribute('aria-pressed')).toBe('true');
  });

  it('BUILD-12 Random Pick makes a legal team, another one each time', async () => {
    await openBuilder();
    press('Random Pick');
    expect(screen.getByText('15/15')).toBeTruthy();
    expect(onField()).toBe('11/11 on field');
    for (const count of ['GK 2/2', 'DEF 5/5', 'MID 5/5', 'FWD 3/3'])
      expect(screen.getByText(count)).toBeTruthy();
    expect(create().disabled).toBe(false);
    const first = section('Selected Players')
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
    press('Random Pick');
    const second = section('Selected Players')
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
    expect(second).toHaveLength(15);
    expect(second).not.toEqual(first);
  });

  it('BUILD-12 Random Pick keeps whom one has chosen', async () => {
    await openBuilder();
    await pick(nameOf(4, 12));
    press('Random Pick');
    press('Random Pick');
    expect(section('Selected Players').getByRole('button', { name: `Remove ${nameOf(4, 12)}` })).toBeTruthy();
  });

  it('BUILD-12 Random Pick uses the budget, and leaves out whoever is out', async () => {
    const injured = (id: number) => id % 3 === 0;
    const some = answer(
      bootstrap,
      buildBootstrap(({ id }) => (injured(id) ? { status: 'i', chance_of_playing: 0, price: 7 } : {})),
    );
    await openBuilder({ answers: [some] });
    press('Random Pick');
    const names = section('Selected Players')
      .getAllByRole('button')
      .map((each) => Number(each.getAttribute('aria-label')?.replace(/\D/g, '')));
    expect(names).toHaveLength(15);
    expect(names.filter(injured)).toEqual([]);
    const left = Number(screen.getByTestId('budget').textContent?.replace(/[^\d.-]/g, ''));
    expect(left).toBeLessThanOrEqual(1);
  });

  it('BUILD-12 Random Pick takes whoever is out where the others make no team', async () => {
    const all = answer(
      bootstrap,
      buildBootstrap(({ position }) => (position === 1 ? { status: 'i', chance_of_playing: 0 } : {})),
    );
    await openBuilder({ answers: [all] });
    press('Random Pick');
    expect(screen.getByText('15/15')).toBeTruthy();
  });

  it('BUILD-13 search and position tabs narrow the list', async () => {
    await openBuilder();
    expect(tabs().map((tab) => tab.textContent)).toEqual(['All', 'GK', 'DEF', 'MID', 'FWD']);
    press('GK');
    expect(rows()).toHaveLength(40);
    expect(rows().every((row) => row.querySelector('[data-part="position"]')?.textContent === 'GK')).toBe(
      true,
    );
    search('arsenal');
    expect(rows()).toHaveLength(2);
  });

  it('BUILD-14 sorts by the chosen key, and the toggle reverses', async () => {
    await openBuilder();
    const sort = screen.getByLabelText<HTMLSelectElement>('Sort by');
    expect([...sort.options].map((option) => option.text)).toEqual(['Points', 'Price', 'Form', 'Ownership']);
    fireEvent.change(sort, { target: { value: 'price' } });
    const prices = () =>
      rows().map((row) => Number(row.querySelector('[data-part="price"]')?.textContent?.slice(1, -1)));
    expect(prices()).toEqual([...prices()].sort((a, b) => b - a));
    press('Descending');
    expect(prices()).toEqual([...prices()].sort((a, b) => a - b));
    expect(prices()[0]).toBe(4.5);
  });

  it('BUILD-15 lists fifty with a note, and says when there is nobody', async () => {
    await openBuilder();
    expect(rows()).toHaveLength(50);
    expect(
      screen.getByText('Showing 50 of 300 players - Use search or filters to find specific players'),
    ).toBeTruthy();
    search('nobody at all');
    expect(await screen.findByText('No players found')).toBeTruthy();
    expect(screen.getByText('Try adjusting your search or filters')).toBeTruthy();
  });

  it('BUILD-16, BUILD-18 a row shows its eight parts', async () => {
    await openBuilder();
    const row = rows()[0] as HTMLElement;
    const part = (name: string) => row.querySelector(`[data-part="${name}"]`);
    for (const name of ['colour', 'position', 'name', 'club', 'points', 'form', 'price', 'price-change'])
      expect(part(name), name).not.toBeNull();
    expect(part('price')?.textContent).toMatch(/^£\d+\.\dm$/);
  });

  it('BUILD-17 the price filter reads 4 to 15', async () => {
    await openBuilder();
    expect(screen.getByText('4 to 15')).toBeTruthy();
  });

  it('BUILD-19 a slot opens the picker of its position, with search and four sorts', async () => {
    await openBuilder();
    fireEvent.click(slot('mid-1'));
    const picker = await dialog();
    expect(within(picker).getByText('Choose a midfielder')).toBeTruthy();
    expect(tabs(picker).map((tab) => tab.textContent)).toEqual(['Points', 'Price', 'Form', 'Name']);
    expect(listed(picker)).toHaveLength(50);
    expect(
      listed(picker).every((item) => item.querySelector('[data-part="position"]')?.textContent === 'MID'),
    ).toBe(true);
    seek(picker, nameOf(2, 8));
    await waitFor(() => expect(listed(picker)).toHaveLength(1));
    fireEvent.click(listed(picker)[0]?.querySelector('button') as HTMLElement);
    expect(spoken('mid-1')).toContain(nameOf(2, 8));
    await dialogGone();
  });

  it('BUILD-20 the pitch has the slots of its formation and counts the filled ones', async () => {
    await openBuilder();
    const pitch = screen.getByLabelText('Pitch, 3-4-3');
    const ids = [...pitch.querySelectorAll<HTMLElement>('[data-slot]')].map((each) => each.dataset.slot);
    expect(ids).toEqual([
      'gk-1',
      'def-1',
      'def-2',
      'def-3',
      'mid-1',
      'mid-2',
      'mid-3',
      'mid-4',
      'fwd-1',
      'fwd-2',
      'fwd-3',
    ]);
    expect(onField()).toBe('0/11 on field');
    await pick(nameOf(1, 0));
    expect(onField()).toBe('1/11 on field');
  });

  it('BUILD-21, BUILD-25 a picked goalkeeper stands in gk-1; removing empties the slot', async () => {
    await openBuilder();
    await pick(nameOf(1, 0));
    expect(spoken('gk-1')).toContain(nameOf(1, 0));
    expect(screen.getByText('GK 1/2')).toBeTruthy();
    press(`Remove ${nameOf(1, 0)}`);
    expect(spoken('gk-1')).toContain('Empty place');
    expect(screen.getByText('GK 0/2')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Selected Players');
  });

  it('BUILD-22 captaincy appears with two on the field, and offers them', async () => {
    await openBuilder();
    await pick(nameOf(1, 7));
    expect(screen.queryByLabelText('Captain (2x points)')).toBeNull();
    await pick(nameOf(2, 8));
    const captain = screen.getByLabelText<HTMLSelectElement>('Captain (2x points)');
    expect([...captain.options].slice(1).map((option) => option.text.split(' ')[0])).toEqual([
      nameOf(1, 7),
      nameOf(2, 8),
    ]);
    fireEvent.change(captain, { target: { value: String(playerId(2, 8)) } });
    expect(spoken('mid-2')).toContain('captain');
  });

  it('BUILD-23 sums up what is spent and whether the team is complete', async () => {
    await openBuilder();
    const bar = section('Create your team');
    expect(bar.getByText('Budget Used')).toBeTruthy();
    expect(bar.getByText('£0.0m')).toBeTruthy();
    expect(bar.getByText('Incomplete')).toBeTruthy();
    press('Random Pick');
    expect(bar.getByText('Ready')).toBeTruthy();
    const prices = section('Selected Players').getAllByText(/^£\d+\.\dm$/);
    expect(prices).toHaveLength(15);
    const tenths = prices.reduce((sum, { textContent }) => sum + Number(textContent?.replace(/\D/g, '')), 0);
    expect(bar.getByText('Budget Used').nextElementSibling?.textContent).toBe(
      `£${(tenths / 10).toFixed(1)}m`,
    );
  });

  it('BUILD-26 the formation changes the shape', async () => {
    await openBuilder();
    press('5-4-1');
    const pitch = screen.getByLabelText('Pitch, 5-4-1');
    const count = (row: string) => pitch.querySelectorAll(`[data-slot^="${row}"]`).length;
    expect([count('gk'), count('def'), count('mid'), count('fwd')]).toEqual([1, 5, 4, 1]);
  });

  it('BUILD-27 Clear All empties squad and pitch', async () => {
    await openBuilder();
    press('Random Pick');
    press('Clear All');
    expect(screen.getByText('0/15')).toBeTruthy();
    expect(onField()).toBe('0/11 on field');
  });

  it('BUILD-29, BUILD-31, BUILD-32 refuses with the text, and says it on the greyed row', async () => {
    const { host } = await openBuilder();
    await pick(nameOf(1, 7));
    await pick(nameOf(1, 7));
    expect(host.notices.at(-1)?.message).toBe('Player already selected');
    await pick(nameOf(1, 8));
    await pick(nameOf(1, 9));
    expect(host.notices.at(-1)?.message).toBe('Maximum 2 players per team allowed');
    const grey = pickButton(nameOf(1, 9));
    expect(grey.getAttribute('aria-disabled')).toBe('true');
    fireEvent.mouseEnter(grey);
    expect((await tooltip()).textContent).toBe('Max 2 from Arsenal');
  });

  it('BUILD-29, BUILD-32 a full team takes nobody', async () => {
    const { host } = await openBuilder();
    press('Random Pick');
    const free = rows().find((row) => !row.dataset.picked) as HTMLElement;
    const grey = free.querySelector('button') as HTMLElement;
    fireEvent.click(grey);
    expect(host.notices.at(-1)?.message).toBe('Maximum 15 players allowed');
    fireEvent.mouseEnter(grey);
    expect((await tooltip()).textContent).toBe('Team full (15/15)');
  });

  it('BUILD-30, BUILD-32 refuses whom the budget does not reach', async () => {
    const dear = answer(
      bootstrap,
      buildBootstrap(({ id }) =>
        id === playerId(2, 7) ? { price: 14.9 } : id === playerId(1, 7) ? { price: 90 } : {},
      ),
    );
    const { host } = await openBuilder({ answers: [dear] });
    fireEvent.click(slot('mid-1'));
    const first = await dialog();
    seek(first, nameOf(1, 7));
    fireEvent.click(await within(first).findByText(nameOf(1, 7)));
    await dialogGone();
    await pick(nameOf(2, 7));
    expect(host.notices.at(-1)?.message).toBe('Not enough budget. Need £4.9M more');
    fireEvent.mouseEnter(pickButton(nameOf(2, 7)));
    expect((await tooltip()).textContent).toBe('Over budget by £4.9M');
    fireEvent.click(slot('mid-2'));
    const picker = await dialog();
    seek(picker, nameOf(2, 7));
    const entry = (await within(picker).findByText(nameOf(2, 7))).closest('button') as HTMLButtonElement;
    expect(entry.disabled).toBe(true);
    expect(entry.textContent).toContain('Exceeds budget');
  });

  it('BUILD-32 the picker disables players of a full club', async () => {
    await openBuilder();
    await pick(nameOf(1, 7));
    await pick(nameOf(1, 8));
    fireEvent.click(slot('mid-3'));
    const picker = await dialog();
    seek(picker, nameOf(1, 9));
    await waitFor(() => expect(listed(picker)).toHaveLength(1));
    const entry = listed(picker)[0]?.querySelector('button') as HTMLButtonElement;
    expect(entry.disabled).toBe(true);
    expect(entry.textContent).toContain('Max players from club');
  });

  it('BUILD-10 the budget turns orange below 5 and red below 0', async () => {
    const dear = answer(
      bootstrap,
      buildBootstrap(({ id }) =>
        id === playerId(1, 7) ? { price: 95 } : id === playerId(2, 7) ? { price: 0.1 } : {},
      ),
    );
    await openBuilder({ answers: [dear] });
    const choose = async (place: string, name: string) => {
      fireEvent.click(slot(place));
      const picker = await dialog();
      seek(picker, name);
      await waitFor(() => expect(listed(picker)).toHaveLength(1));
      fireEvent.click(within(picker).getByText(name));
      await dialogGone();
    };
    expect(screen.getByTestId('budget').dataset.tone).toBe('grass');
    await choose('mid-1', nameOf(1, 7));
    expect(screen.getByTestId('budget').textContent).toBe('£5.0m');
    expect(screen.getByTestId('budget').dataset.tone).toBe('grass');
    await choose('mid-2', nameOf(2, 7));
    expect(screen.getByTestId('budget').textContent).toBe('£4.9m');
    expect(screen.getByTestId('budget').dataset.tone).toBe('warn');

    // Prices rise while the draft is kept.
    cleanup();
    const risen = answer(
      bootstrap,
      buildBootstrap(({ id }) =>
        id === playerId(1, 7) ? { price: 100 } : id === playerId(2, 7) ? { price: 0.1 } : {},
      ),
    );
    await openBuilder({ answers: [risen] });
    expect(screen.getByTestId('budget').textContent).toBe('-£0.1m');
    expect(screen.getByTestId('budget').dataset.tone).toBe('danger');
  });
});

describe('creating the team', () => {
  it('BUILD-28, BUILD-34 the disabled button says why', async () => {
    await openBuilder();
    expect(create().disabled).toBe(true);
    expect(screen.getByText('Please complete your team selection').id).toBe(
      create().getAttribute('aria-describedby'),
    );
    press('Random Pick');
    expect(create().disabled).toBe(false);
    fireEvent.click(slot('def-1'));
    fireEvent.click(button('To the bench', await dialog()));
    expect(create().disabled).toBe(true);
    expect(screen.getByText('Please assign all 11 players to field positions')).toBeTruthy();
  });

  it('BUILD-06, BUILD-28, PAY-01 a free game is joined at once; then come My Teams', async () => {
    let answerJoin = () => {};
    const slow = answer(joinGame, async () => {
      await new Promise<void>((resolve) => {
        answerJoin = resolve;
      });
      throw new TouchlineError('JOIN_CLOSED', 'The join window is closed.');
    });
    const first = await openBuilder({ answers: [slow] });
    press('Random Pick');
    fireEvent.click(create());
    expect(await screen.findByText('Creating Team...')).toBeTruthy();
    expect(create().disabled).toBe(true);
    answerJoin();
    expect(await screen.findByText('The join window is closed.')).toBeTruthy();
    first.view.unmount();
    sessionStorage.clear();

    const { host, joins } = await openBuilder();
    press('Random Pick');
    fireEvent.click(create());
    await waitFor(() => expect(host.visits).toEqual([{ to: '/my-team' }]));
    expect(joins).toHaveLength(1);
    expect(joins[0]?.params.id).toBe(game.id);
    expect(Object.keys(joins[0]?.body as object).sort()).toEqual([
      'bench_players',
      'captain_id',
      'field_players',
      'formation',
      'roster',
      'team_name',
      'transaction_hash',
      'vice_captain_id',
    ]);
    expect(host.notices.at(-1)).toMatchObject({ kind: 'success' });
  });

  it('says what the server has against which player, and loses nothing', async () => {
    const refusing = answer(joinGame, ({ body }) => {
      const [first] = (body as { roster: number[] }).roster;
      throw new TouchlineError('SQUAD_INVALID', 'This team breaks the rules.', {
        details: [
          { path: 'roster.0', player_id: first ?? 0, message: 'Player cannot be selected' },
          { path: 'formation', message: 'is not one of the seven' },
        ],
      });
    });
    const { host } = await openBuilder({ answers: [refusing] });
    press('Random Pick');
    fireEvent.click(create());
    const alert = within(await screen.findByRole('alert', undefined, { timeout: 5000 }));
    expect(alert.getByText('This team breaks the rules.')).toBeTruthy();
    expect(alert.getByText('is not one of the seven')).toBeTruthy();
    expect(alert.getByText(/^Player\d+: Player cannot be selected$/)).toBeTruthy();
    expect(section('Selected Players').getByText('Player cannot be selected')).toBeTruthy();
    expect(spoken('gk-1')).toContain('Refused');
    expect(screen.getByText('15/15')).toBeTruthy();
    expect(host.visits).toEqual([]);
  });

  it('shows the prices that the server refused a team by', async () => {
    let rise = 0;
    const football = answer(bootstrap, () => buildBootstrap(({ price }) => ({ price: price + rise })));
    const refusing = answer(joinGame, () => {
      rise = 5;
      throw new TouchlineError('SQUAD_INVALID', 'Not enough budget. Need £74.8M more');
    });
    await openBuilder({ answers: [football, refusing] });
    press('Random Pick');
    fireEvent.click(create());
    expect(await screen.findByText('Not enough budget. Need £74.8M more')).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId('budget').textContent).toContain('-'));
    expect(screen.getByText('15/15')).toBeTruthy();
    expect(create().disabled).toBe(true);
  });

  it('TOURN-10 a game that was joined already leads to its team', async () => {
    const twice = answer(joinGame, () => {
      throw new TouchlineError('ALREADY_JOINED', 'You have already joined this game with another team.');
    });
    const { host } = await openBuilder({ answers: [twice] });
    press('Random Pick');
    fireEvent.click(create());
    expect(await screen.findByText('You have already joined this game with another team.')).toBeTruthy();
    press('See your team');
    expect(host.visits).toEqual([{ to: '/my-team' }]);
  });

  it('PAY-17 falls back to "Failed to join game"', async () => {
    const { host } = await openBuilder();
    press('Random Pick');
    vi.spyOn(host.api, 'call').mockRejectedValue(new Error(''));
    fireEvent.click(create());
    expect(await screen.findByText('Failed to join game')).toBeTruthy();
  });

  it('BUILD-35 a game that cannot be found stops the team', async () => {
    const cup = { gameMode: 'tournament' };
    await openBuilder({ state: cup });
    press('Random Pick');
    fireEvent.click(create());
    expect(await screen.findByText('No tournament selected')).toBeTruthy();
  });

  it('BUILD-35 a game that is not there says so when the team is created', async () => {
    const gone = answer(getGame, () => {
      throw new TouchlineError('NOT_FOUND', 'There is no such game.');
    });
    await openBuilder({ answers: [gone] });
    expect(screen.getByText('No game selected')).toBeTruthy();
    press('Random Pick');
    fireEvent.click(create());
    expect(await screen.findByText('No game selected - gameData is missing')).toBeTruthy();
  });

  it('the draft survives a reload', async () => {
    const first = await openBuilder();
    await pick(nameOf(3, 12));
    press('4-4-2');
    first.view.unmount();
    await openBuilder({ state: null });
    expect(spoken('fwd-1')).toContain(nameOf(3, 12));
    expect(button('4-4-2').getAttribute('aria-pressed')).toBe('true');
  });

  it('a player’s details show price, news and next fixtures, and take him in', async () => {
    await openBuilder();
    search(nameOf(1, 7));
    await waitFor(() => expect(rows()).toHaveLength(1));
    press(`Details of ${nameOf(1, 7)}`);
    const details = await dialog();
    expect(within(details).getByText('Chance of playing')).toBeTruthy();
    const ownership = within(details).getByText('Ownership').nextElementSibling as HTMLElement;
    const percent = (playerId(1, 7) % 31) + 0.5;
    expect(ownership.textContent).toBe(`${percent}%`);
    expect(ownership.querySelector<HTMLElement>('[aria-valuenow]')?.getAttribute('aria-valuenow')).toBe(
      String(percent),
    );
    expect(await within(details).findByText('Man City (A)')).toBeTruthy();
    fireEvent.click(button('Add to team', details));
    expect(spoken('mid-1')).toContain(nameOf(1, 7));
  });
});
