import { fireEvent, waitFor, within } from '@testing-library/react';
import { fakePrizes } from '@touchline/host/testing/fake-objects';
import { formatDayTime } from '@touchline/ui/format';
import { describe, expect, it } from 'vitest';
import { inHours, NOW } from '../testing/fixtures.ts';
import { dialog } from '../testing/open-builder.tsx';
import {
  buildTournament,
  joinButton,
  openTournaments,
  tournamentCard,
} from '../testing/open-tournaments.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { getTournamentBadge } from './tournament.ts';

const MINUTE = 1 / 60;

resetBetweenTests();

describe('tournament card', () => {
  it('TOURN-02 the card shows name, badge, fee, start, countdown, Details and Join', async () => {
    openTournaments([buildTournament(1, 1)]);
    const shown = within(await tournamentCard('Cup 1'));
    expect(shown.getByText('Open')).toBeTruthy();
    expect(shown.getByText('1,000 FOOTBALL')).toBeTruthy();
    expect((await tournamentCard('Cup 1')).querySelector('time')?.dateTime).toBe(inHours(1));
    expect(shown.getByRole('timer', { name: 'Game starts in' })).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Details' })).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Join' })).toBeTruthy();
  });

  it.each([
    ['COMPLETED', -50, 'Completed'],
    ['ACTIVE', -1, 'Active'],
    ['UPCOMING', -0.01, 'Starting Soon'],
    ['UPCOMING', 5, 'Open'],
    ['CANCELLED', 5, 'Cancelled'],
  ] as const)(
    'TOURN-03, DATA-10 status %s with a start in %s h shows the badge "%s"',
    async (status, starts, badge) => {
      openTournaments([buildTournament(1, starts, { status })]);
      expect((await tournamentCard('Cup 1')).querySelector('[class*="Badge"]')?.textContent).toBe(badge);
    },
  );

  it('TOURN-03, DATA-10 an unknown status shows the badge "Unknown"', () => {
    expect(getTournamentBadge('PAUSED', NOW, NOW).text).toBe('Unknown');
  });

  it.each([
    [121, 'Join Window Closed', true],
    [119, 'Join', false],
  ])('TOURN-04 %s min before the start the button reads "%s"', async (minutes, text, disabled) => {
    openTournaments([buildTournament(1, minutes * MINUTE)]);
    const join = await joinButton('Cup 1');
    expect([join.textContent, join.disabled]).toEqual([text, disabled]);
  });

  it('TOURN-04, CHOOSE-14 the button reads "Game In Progress" after the join deadline and "Game Ended" after the end', async () => {
    openTournaments([buildTournament(1, -5), buildTournament(2, -40, { status: 'COMPLETED' })]);
    expect((await joinButton('Cup 1')).textContent).toBe('Game In Progress');
    expect((await joinButton('Cup 2')).textContent).toBe('Game Ended');
    expect(within(await tournamentCard('Cup 2')).getByText('Game ended')).toBeTruthy();
  });

  it('the card shows the join deadline only if joining ends before the start', async () => {
    openTournaments([
      buildTournament(1, 3, { join_deadline: inHours(2) }),
      buildTournament(2, 3, { join_deadline: inHours(3) }),
    ]);
    const early = within(await tournamentCard('Cup 1')).getByText('Joining closes');
    expect(early.nextSibling?.textContent).toBe(formatDayTime(inHours(2)));
    expect(within(await tournamentCard('Cup 2')).queryByText('Joining closes')).toBeNull();
  });

  it('card and details show past times of a tournament in the past tense', async () => {
    openTournaments([buildTournament(1, -5, { join_deadline: inHours(-6) })]);
    const card = within(await tournamentCard('Cup 1'));
    expect(card.getByText('Started').nextSibling?.textContent).toBe(formatDayTime(inHours(-5)));
    expect(card.getByText('Joining closed').nextSibling?.textContent).toBe(formatDayTime(inHours(-6)));
    fireEvent.click(card.getByRole('button', { name: 'Details' }));
    await dialog();
    const labels = [...document.querySelectorAll('[role=dialog] dl:first-of-type dt')].map(
      ({ textContent }) => textContent,
    );
    expect(labels.slice(0, 5)).toEqual(['Entry fee', 'Joining opened', 'Joining closed', 'Started', 'Ends']);
  });

  it('the card of a cancelled tournament shows the planned start', async () => {
    openTournaments([buildTournament(1, -5, { status: 'CANCELLED' })]);
    const card = within(await tournamentCard('Cup 1'));
    expect(card.getByText('Planned start').nextSibling?.textContent).toBe(formatDayTime(inHours(-5)));
  });

  it('card and details of a cancelled tournament promise no prize', async () => {
    openTournaments([buildTournament(1, 5, { status: 'CANCELLED', prizes: fakePrizes({ state: 'NONE' }) })]);
    const card = await tournamentCard('Cup 1');
    expect(card.textContent).not.toMatch(/prize|WLD/i);
    fireEvent.click(within(card).getByRole('button', { name: 'Details' }));
    const { textContent } = await dialog();
    expect(textContent).toContain('This game pays no prizes.');
    expect(textContent).not.toContain('WLD');
  });

  it('TOURN-05 "Details" opens a dialog with description and participants', async () => {
    openTournaments([buildTournament(1, 1)]);
    fireEvent.click(within(await tournamentCard('Cup 1')).getByRole('button', { name: 'Details' }));
    const shown = await dialog();
    expect(shown.textContent).toContain('All matches of gameweek 3 that kick off at the start time or later');
    expect(shown.textContent).toContain('7 of 20 teams');
  });

  it('TOURN-05 the dialog works without description and limit', async () => {
    openTournaments([buildTournament(1, 1, { description: '', max_participants: null })]);
    fireEvent.click(within(await tournamentCard('Cup 1')).getByRole('button', { name: 'Details' }));
    const { textContent } = await dialog();
    expect(textContent).toContain('No description.');
    expect(textContent).toContain('7 teams');
  });

  it('the button reads "No seats left" if all seats are taken or held', async () => {
    openTournaments([buildTournament(1, 1, { current_participants: 20 }), buildTournament(2, 1.5)], {
      eligibility: () => 'FULL',
    });
    expect((await joinButton('Cup 1')).textContent).toBe('No seats left');
    await waitFor(async () => expect((await joinButton('Cup 2')).textContent).toBe('No seats left'));
  });
});
