import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { bootstrap } from '@touchline/api/http/fpl';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { draftState, getDraftedIds } from '../draft/draft-state.ts';
import { buildDraftKey } from '../draft/draft-store.ts';
import { getBootstrapQueryKey } from '../football/football.queries.ts';
import { buildBootstrap, playerId, playerName } from '../testing/fixtures.ts';
import {
  button,
  clubPlayerName,
  createButton,
  game,
  onField,
  openBuilder,
  pick,
  press,
  section,
  slot,
  slotText,
} from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

describe('pitch of the builder', () => {
  it('BUILD-11 the seven formation buttons and the select agree, with 3-4-3 as default', async () => {
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
    await pick(clubPlayerName(1, 0));
    expect(onField()).toBe('1/11 on field');
  });

  it('BUILD-21, BUILD-25 a picked goalkeeper fills gk-1; removing the player empties the slot', async () => {
    await openBuilder();
    await pick(clubPlayerName(1, 0));
    expect(slotText('gk-1')).toContain(clubPlayerName(1, 0));
    expect(screen.getByText('GK 1/2')).toBeTruthy();
    press(`Remove ${clubPlayerName(1, 0)}`);
    expect(slotText('gk-1')).toContain('Empty place');
    expect(screen.getByText('GK 0/2')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Selected Players');
  });

  it('BUILD-22 the captaincy selects appear with two field players and offer them', async () => {
    await openBuilder();
    await pick(clubPlayerName(1, 7));
    expect(screen.queryByLabelText('Captain (2x points)')).toBeNull();
    await pick(clubPlayerName(2, 8));
    const captain = screen.getByLabelText<HTMLSelectElement>('Captain (2x points)');
    expect([...captain.options].slice(1).map((option) => option.text.split(' ')[0])).toEqual([
      clubPlayerName(1, 7),
      clubPlayerName(2, 8),
    ]);
    fireEvent.change(captain, { target: { value: String(playerId(2, 8)) } });
    fireEvent.change(screen.getByLabelText('Vice-captain'), { target: { value: String(playerId(1, 7)) } });
    expect(slotText('mid-1')).toContain(', vice-captain');
    expect(slotText('mid-2')).toContain(', captain');
  });

  it('BUILD-22 the captaincy selects offer no bench players', async () => {
    await openBuilder();
    await pick(clubPlayerName(1, 0));
    await pick(clubPlayerName(2, 0));
    expect(screen.getByText('GK 2/2')).toBeTruthy();
    expect(onField()).toBe('1/11 on field');
    expect(screen.queryByLabelText('Captain (2x points)')).toBeNull();
    press('Random Pick');
    const pitch = screen.getByLabelText('Pitch, 3-4-3').textContent ?? '';
    for (const label of ['Captain (2x points)', 'Vice-captain']) {
      const { options } = screen.getByLabelText<HTMLSelectElement>(label);
      const names = [...options].slice(1).map(({ text }) => text.split(' ')[0] ?? '');
      expect(names).toHaveLength(11);
      expect(names.filter((name) => !pitch.includes(name))).toEqual([]);
    }
  });

  it('BUILD-22 an armband without a chosen wearer shows its default wearer, marked as default', async () => {
    await openBuilder();
    press('Random Pick');
    const findBand = (letter: string) => document.querySelector(`[data-letter="${letter}"]`)?.textContent;
    expect(findBand('C')).toMatch(/^CCaptain: Player\d+$/);
    const captain = screen.getByLabelText<HTMLSelectElement>('Captain (2x points)');
    fireEvent.change(captain, { target: { value: '' } });
    expect(findBand('C')).toMatch(/^CCaptain: Player\d+ \(default\)$/);
    expect(findBand('V')).toMatch(/^VVice-captain: Player\d+$/);
  });

  it('Random Pick gives the armbands to outfield players; pressing an armband and then a player moves it', async () => {
    await openBuilder();
    press('Random Pick');
    const worn = (band: string) =>
      [...document.querySelectorAll<HTMLElement>('[data-slot]')]
        .filter((each) => each.querySelector(`[data-band="${band}"]`))
        .map((each) => each.dataset.slot ?? '');
    expect([worn('C'), worn('V')].map((slots) => slots.length)).toEqual([1, 1]);
    expect([...worn('C'), ...worn('V')]).not.toContain('gk-1');
    press(/^CCaptain: Player\d+$/);
    expect(button('CCaptain: Choose your captain').getAttribute('aria-pressed')).toBe('true');
    expect(slotText('def-1')).toContain('can move here');
    fireEvent.click(slot('gk-1'));
    expect(worn('C')).toEqual(['gk-1']);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    // Without a choice, the player that the server will choose is shown.
    const captain = screen.getByLabelText('Captain (2x points)');
    fireEvent.change(captain, { target: { value: '' } });
    press(/^CCaptain: Player\d+ \(default\)$/);
  });

  it('BUILD-26 the formation changes the pitch shape', async () => {
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

  it('Clear All, which it disables, hands the focus to Undo', async () => {
    await openBuilder();
    press('Random Pick');
    press('Random Pick');
    screen.getByRole('button', { name: 'Clear All' }).focus();
    press('Clear All');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
  });

  it('Undo restores only players who are still in the feed', async () => {
    const [stays, leaves] = [playerId(1, 0), playerId(2, 0)];
    let left = false;
    const football = fakeResponse(bootstrap, () => {
      const loaded = buildBootstrap();
      return left ? { ...loaded, players: loaded.players.filter(({ id }) => id !== leaves) } : loaded;
    });
    const { host } = await openBuilder({ responses: [football] });
    await pick(playerName(stays));
    await pick(playerName(leaves));
    press('Clear All');
    left = true;
    expect(screen.queryAllByText(playerName(leaves))).not.toEqual([]);
    await act(() => host.queryClient.refetchQueries({ queryKey: getBootstrapQueryKey() }));
    await waitFor(() => expect(screen.queryAllByText(playerName(leaves))).toEqual([]));
    press('Undo');
    expect(screen.getByText('1/15')).toBeTruthy();
    const key = buildDraftKey(FAKE_ADDRESS, 'weekly', game.id);
    expect(getDraftedIds(draftState.parse(JSON.parse(localStorage.getItem(key) ?? '')))).toEqual([stays]);
  });
});

describe('Random Pick', () => {
  it('BUILD-12 Random Pick creates a valid team, a different one each time', async () => {
    await openBuilder();
    press('Random Pick');
    expect(screen.getByText('15/15')).toBeTruthy();
    expect(onField()).toBe('11/11 on field');
    for (const count of ['GK 2/2', 'DEF 5/5', 'MID 5/5', 'FWD 3/3'])
      expect(screen.getByText(count)).toBeTruthy();
    expect(createButton().disabled).toBe(false);
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

  it('BUILD-12 Random Pick keeps the chosen players', async () => {
    await openBuilder();
    await pick(clubPlayerName(4, 12));
    press('Random Pick');
    press('Random Pick');
    expect(
      section('Selected Players').getByRole('button', { name: `Remove ${clubPlayerName(4, 12)}` }),
    ).toBeTruthy();
  });

  it('BUILD-12 Random Pick uses the budget and omits unavailable players', async () => {
    const injured = (id: number) => id % 3 === 0;
    const some = fakeResponse(
      bootstrap,
      buildBootstrap(({ id }) => (injured(id) ? { status: 'i', chance_of_playing: 0, price: 7 } : {})),
    );
    await openBuilder({ responses: [some] });
    press('Random Pick');
    const names = section('Selected Players')
      .getAllByRole('button')
      .map((each) => Number(each.getAttribute('aria-label')?.replace(/\D/g, '')));
    expect(names).toHaveLength(15);
    expect(names.filter(injured)).toEqual([]);
    const left = Number(screen.getByTestId('budget').textContent?.replace(/[^\d.-]/g, ''));
    expect(left).toBeLessThanOrEqual(1);
  });

  it('BUILD-12 Random Pick uses unavailable players if no team is possible without them', async () => {
    const all = fakeResponse(
      bootstrap,
      buildBootstrap(({ position }) => (position === 1 ? { status: 'i', chance_of_playing: 0 } : {})),
    );
    await openBuilder({ responses: [all] });
    press('Random Pick');
    expect(screen.getByText('15/15')).toBeTruthy();
  });
});
