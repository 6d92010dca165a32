import { act, screen, within } from '@testing-library/react';
import { myParticipations } from '@touchline/api/http/entries';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, it } from 'vitest';
import { buildBootstrap, buildParticipation, NOW } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { footballResponse } from '../testing/responses.ts';

resetBetweenTests();

describe('PlayerNews', () => {
  it('opened, the news list changes of own and watched players since the last visit', async () => {
    const players = buildBootstrap().players.slice(0, 30);
    const [own, watched, other] = [players[2]!, players[20]!, players[25]!];
    const before = Object.fromEntries(
      players.map(({ code, price, status }) => [code, [Math.round(price * 10), status]]),
    );
    for (const { code } of [own, watched, other]) before[code] = [40, 'a'];
    const visit = { at: NOW - 24 * 60 * 60_000, players: before };
    localStorage.setItem('touchline.seen-players', JSON.stringify({ previous: null, latest: visit }));
    localStorage.setItem('touchline.watchlist', JSON.stringify([watched.code]));
    const mine = fakeResponse(myParticipations, { participations: [buildParticipation(1)] });
    openPage(
      createFakeHost({ user: fakeUser(), now: () => NOW, responses: [mine, footballResponse] }),
      '/my-team',
    );
    const news = (await screen.findByText('Price and injury news of your players')).closest('details')!;
    act(() => {
      news.open = true;
      news.dispatchEvent(new Event('toggle'));
    });
    const list = await within(news).findByRole('list', { name: 'Changed players' });
    const names = [...list.children].map((item) => item.querySelector('b')?.textContent);
    expect(names.map((name) => name?.split(' ')[0])).toEqual([own.web_name, watched.web_name]);
    expect(list.firstElementChild?.textContent).toContain('£4.0m to £4.8m');
  });
});
