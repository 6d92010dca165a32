import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ApiLineup } from '@touchline/api/http/lineups';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { keepLineup, readUnsentLineups, type UnsentLineup } from '@touchline/host/unsent-lineups';
import { describe, expect, it } from 'vitest';
import { playerName } from '../testing/fixtures.ts';
import { press } from '../testing/open-builder.tsx';
import { editTeam, openTeam, rejectWith, seasonGame, team, waitForViewMode } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import {
  captain,
  chooseCaptain,
  chooseNextGameweek,
  kept,
  mine,
  offline,
  rejected,
} from '../testing/unsent-lineup.ts';
import { addAttempt } from './unsent-lineup.ts';

resetBetweenTests();

const unsent = () => readUnsentLineups(FAKE_ADDRESS);

describe('a lineup that was saved without a connection', () => {
  it('a lineup saved without a connection is kept with the lineup that it replaces, and is shown as not sent', async () => {
    await editTeam(mine, { save: offline });
    chooseCaptain(kept.lineup.captain_id);
    press('Save Changes');
    expect(await screen.findByText('Lineup not sent yet')).toBeTruthy();
    await waitForViewMode();
    expect(unsent()).toMatchObject([
      { lineup: { captain_id: kept.lineup.captain_id }, replaces: kept.replaces, gameweek: kept.gameweek },
    ]);
  });

  it('a lineup is kept for its wallet if the session turns out to have ended', async () => {
    const { host } = await editTeam(mine, {
      save: async () => {
        await waitFor(() => expect(document.querySelector('button[data-loading]')).toBeTruthy());
        host.session.set({ status: 'guest', user: null });
        rejectWith('TOKEN_INVALID', 'Sign in again.')();
      },
    });
    press('4-4-2');
    press('Save Changes');
    await waitFor(() =>
      expect(host.notices).toMatchObject([
        {
          title: 'Kept on this device',
          message: expect.stringContaining('You are signed out. Sign in with the same wallet'),
        },
      ]),
    );
    expect(unsent()).toMatchObject([{ lineup: { formation: '4-4-2' }, failure: null }]);
    await openTeam(mine);
    expect(screen.getByText('Lineup not sent yet')).toBeTruthy();
  });

  it('a kept lineup is shown on the pitch with its age until it is discarded', async () => {
    keepLineup({ ...kept, saved_at: Date.now() - 5 * 60_000 });
    await openTeam(mine);
    expect(screen.getByText(/Kept on this device 5 minutes ago/)).toBeTruthy();
    expect(document.querySelector('[aria-label^="Pitch"]')?.textContent).toContain(
      playerName(kept.lineup.captain_id),
    );
    press('Discard changes');
    await waitFor(() => expect(screen.queryByText('Lineup not sent yet')).toBeNull());
    expect(unsent()).toEqual([]);
  });

  it.each([
    ['PLAYER_LOCKED', [kept.lineup.captain_id], `${playerName(kept.lineup.captain_id)} kicked off before`],
    ['VALIDATION_FAILED', [], `Gameweek ${mine.edit_gameweek} was over before`],
    ['STALE', [], 'The reason of the server.'],
    ['TOO_MANY_CHANGES', [], 'The reason of the server.'],
  ] as const)(
    'a kept lineup that is rejected with %s has its reason and offers the changes for review',
    async (code, players, text) => {
      keepLineup(rejected(code, [...players]));
      const { saves } = await openTeam(mine);
      expect(screen.getByRole('alert').textContent).toContain(text);
      press('Review changes');
      expect(captain()).toBe(String(kept.lineup.captain_id));
      press('Save Changes');
      await waitForViewMode();
      expect(saves).toMatchObject([{ captain_id: kept.lineup.captain_id }]);
      expect(unsent()).toEqual([]);
    },
  );

  it('a kept lineup is not shown to another wallet', async () => {
    keepLineup({ ...kept, wallet: '0x00000000000000000000000000000000000000b0' });
    await openTeam(mine);
    expect(screen.queryByText('Lineup not sent yet')).toBeNull();
  });
});

describe('an edit of a team whose lineup waits to be sent', () => {
  const season = team({ game: seasonGame }, [2]);
  const keptFor = (gameweek: number, captain_id: number): UnsentLineup => ({
    ...kept,
    gameweek,
    lineup: { ...kept.lineup, captain_id },
  });

  it('an edit starts from the kept lineup and adds to it', async () => {
    keepLineup(kept);
    await editTeam(mine, { save: offline });
    expect(captain()).toBe(String(kept.lineup.captain_id));
    expect(screen.getByText('No changes yet')).toBeTruthy();
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(unsent()).toMatchObject([
      {
        lineup: { captain_id: kept.lineup.captain_id, formation: '4-4-2' },
        replaces: kept.replaces,
        gameweek: kept.gameweek,
      },
    ]);
  });

  it('an edit keeps earlier lineups, because the server may have saved one of them without a response', async () => {
    await editTeam(mine, { save: offline });
    chooseCaptain(8);
    press('Save Changes');
    await waitForViewMode();
    for (const formation of ['4-4-2', '4-3-3']) {
      press('Edit Team');
      press(formation);
      press('Save Changes');
      await waitForViewMode();
    }
    expect(unsent()).toMatchObject([
      {
        lineup: { formation: '4-3-3' },
        replaces: kept.replaces,
        attempts: [{ formation: '4-4-2' }, kept.lineup],
      },
    ]);
  });

  it('an edit keeps earlier lineups although they were changed back to the saved one', async () => {
    keepLineup({ ...kept, lineup: kept.replaces, attempts: [kept.lineup] });
    await editTeam(mine, { save: offline });
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(unsent()).toMatchObject([{ replaces: kept.replaces, attempts: [kept.lineup] }]);
  });

  it('an edit replaces the earlier lineup that the server has saved without a response', async () => {
    const saved = { ...kept.lineup, captain_id: 10 };
    keepLineup({ ...kept, attempts: [saved] });
    const { saves, served } = await editTeam(mine);
    served.team = { ...mine, ...saved };
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toMatchObject([kept.replaces, kept.lineup, saved].map((replaces) => ({ replaces })));
  });

  it('an edit of the next gameweek starts from the kept lineup of that gameweek', async () => {
    keepLineup(keptFor(4, 10));
    await openTeam(season);
    press('Change');
    expect(captain()).toBe('10');
    fireEvent.click(screen.getByRole('radio', { name: 'Gameweek 3' }));
    expect(captain()).toBe('9');
  });

  it('lineups of two gameweeks are kept, with a notice for each', async () => {
    await editTeam(season, { save: offline });
    chooseCaptain(10);
    press('Save Changes');
    await waitForViewMode();
    press('Edit Team');
    chooseNextGameweek();
    expect(captain()).toBe('10');
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(screen.getByText('Lineup not sent yet')).toBeTruthy();
    expect(screen.getByText('Lineup from gameweek 4 not sent yet')).toBeTruthy();
    expect(unsent()).toMatchObject([
      { gameweek: 3, lineup: { captain_id: 10, formation: '3-4-3' } },
      { gameweek: 4, lineup: { captain_id: 10, formation: '4-4-2' } },
    ]);
  });

  it('a lineup that was saved from the next gameweek is kept for that gameweek only', async () => {
    const failures = [
      rejectWith('PLAYER_LOCKED', 'Kicked off.', [10]),
      rejectWith('TOKEN_INVALID', 'Sign in again.'),
    ];
    const { host } = await editTeam(season, { save: () => failures.shift()?.() });
    chooseCaptain(10);
    press('Save Changes');
    fireEvent.click(await screen.findByRole('button', { name: 'Save from gameweek 4' }));
    await waitFor(() => expect(host.notices).toMatchObject([{ title: 'Kept on this device' }]));
    expect(unsent()).toMatchObject([{ gameweek: 4, lineup: { captain_id: 10 } }]);
  });

  it.each([
    [3, 4],
    [4, 3],
  ])('a save for gameweek %i leaves the kept lineup for gameweek %i', async (saved, other) => {
    keepLineup(keptFor(3, 10));
    keepLineup({ ...keptFor(4, 11), failure: { code: 'STALE', message: 'Changed.', players: [] } });
    const { saves } = await editTeam(season);
    if (saved === 4) chooseNextGameweek();
    press('4-4-2');
    press('Save Changes');
    await waitForViewMode();
    expect(saves).toHaveLength(1);
    expect(unsent()).toMatchObject([{ gameweek: other }]);
  });

  it('an edit replaces a lineup whose gameweek is over, also without a connection', async () => {
    keepLineup({ ...rejected('VALIDATION_FAILED'), gameweek: mine.edit_gameweek - 1 });
    await openTeam(mine, { save: offline });
    press('Review changes');
    press('Save Changes');
    await waitForViewMode();
    expect(unsent()).toMatchObject([{ gameweek: mine.edit_gameweek, failure: null }]);
  });
});

it('an edit keeps ten different attempts: the latest, and the first, which the server most likely has', () => {
  const attempt = (captain_id: number) => ({ ...kept.lineup, captain_id });
  let attempts: ApiLineup[] = [];
  for (const captain of [10, 2, 3, 4, 4, 5, 6, 7, 8, 9, 1, 11])
    attempts = addAttempt(attempt(captain), attempts);
  expect(attempts.map(({ captain_id }) => captain_id)).toEqual([11, 1, 9, 8, 7, 6, 5, 4, 3, 10]);
});
