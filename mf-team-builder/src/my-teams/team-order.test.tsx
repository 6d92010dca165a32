import { cleanup, screen, within } from '@testing-library/react';
import { myParticipations, type Participation } from '@touchline/api/http/entries';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { buildGame, buildParticipation, NOW } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

const active = buildParticipation(1, { game: buildGame(3, -1) });
const upcoming = buildParticipation(2, { earned_points: 0, rank: null });
const done = buildParticipation(3, { game: buildGame(1, -100, { settlement: 'FINAL' }) });

function open(load: () => Participation[]) {
  const mine = fakeResponse(myParticipations, () => ({ participations: load() }));
  openPage(createFakeHost({ user: fakeUser(), now: () => NOW, responses: [mine] }), '/my-team');
}
const cards = async () => [...(await screen.findByRole('list', { name: 'Teams' })).children] as HTMLElement[];

resetBetweenTests();

describe('order of My Teams', () => {
  it('MYTEAM-09 the badges read Active, Upcoming and Completed; running teams are first, finished ones collapsed', async () => {
    open(() => [upcoming, done, active]);
    const readBadges = (list: HTMLElement[]) =>
      list.map((card) => within(card).getByText(/^(Upcoming|Active|Completed)$/).textContent);
    expect(readBadges(await cards())).toEqual(['Active', 'Upcoming']);
    const finished = screen.getByText('Finished (1)').closest('details')!;
    expect(finished.open).toBe(false);
    const list = within(finished).getByRole('list', { name: 'Finished teams', hidden: true });
    expect(readBadges([...list.children] as HTMLElement[])).toEqual(['Completed']);
    expect(list.textContent).toContain('Finished 2nd');
  });

  it('finished teams are open if there are no others, and a cancelled game stays above until its refund has arrived', async () => {
    const cancelled = (n: number, state: 'DUE' | 'CONFIRMED') =>
      buildParticipation(n, {
        game: buildGame(n, -1, { status: 'CANCELLED' }),
        refunds: [{ reason: 'GAME_CANCELLED', amount: '1000', state, transaction_hash: null }],
      });
    open(() => [done]);
    expect((await screen.findByText('Finished (1)')).closest('details')?.open).toBe(true);
    cleanup();
    open(() => [cancelled(4, 'CONFIRMED'), cancelled(5, 'DUE')]);
    expect((await cards()).map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Gameweek 5',
    ]);
    expect(screen.getByText('Finished (1)')).toBeTruthy();
  });

  it('MYTEAM-05 the earned points are the main number, and a sentence explains them', async () => {
    open(() => [active]);
    const [card] = await cards();
    expect(card?.querySelector('[data-main]')?.textContent).toBe('Earned43.1');
    expect(within(card!).getByText('41 since joining x 1.05 = 43.1 earned')).toBeTruthy();
  });
});
