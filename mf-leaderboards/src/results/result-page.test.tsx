import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fixedColumn from '../fixed-column.module.css';
import { openResult, type Published, publish, respond } from '../testing/open-result.tsx';

let published: Published;

beforeEach(async () => {
  published = await publish();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('result of a game', () => {
  it('the page shows podium, prizes, plan and all entries', async () => {
    openResult(published);
    expect(await screen.findByRole('heading', { name: 'Gameweek 3' })).toBeTruthy();
    expect((await screen.findByRole('list', { name: 'Podium' })).children).toHaveLength(3);
    expect(screen.getByRole('table', { name: 'Prizes' })).toBeTruthy();
    expect(screen.getByText(published.result.document.root!)).toBeTruthy();
    expect(screen.getByText('3 of 12 prizes paid')).toBeTruthy();
    const list = await screen.findByRole('table', { name: 'Full list' });
    expect(list.querySelectorAll('tbody tr')).toHaveLength(50);
    expect(list.closest<HTMLElement>('[role=region]')?.tabIndex).toBe(0);
    expect(list.classList).toContain(fixedColumn.table);
    expect(await within(list).findByText(/^Top Scorer/)).toBeTruthy();
  });

  it.each([
    [{ state: 'SETTLED', funding: null }, 'Waiting for funding', /^The result is final\./],
    [
      { state: 'SETTLED', funding: null, reclaimed: true },
      'Unclaimed prizes still owed',
      /went back to the treasury\. They are still owed/,
    ],
    [{ state: 'PAID' }, 'Paid', /^All \d+ prizes are paid/],
    [
      { funding: { transaction_hash: '0x1', claims_open_at: '2099-09-21T12:00:00.000Z' } },
      '3 of 12 prizes paid',
      /^The prize vault holds all prizes\. It pays from/,
    ],
    [{ state: 'PAID', prizes: 1, prizes_paid: 1 }, 'Paid', "The prize is paid to the winner's wallet."],
    [
      { prizes: 12, prizes_paid: 11, reclaimed: true },
      'Unclaimed prizes still owed',
      /^1 prize stayed .* It is still owed to the winner: contact support\.$/,
    ],
    [
      {
        prizes: 4,
        prizes_paid: 3,
        funding: { transaction_hash: '0x1', claims_open_at: '2026-08-01T12:00:00.000Z' },
      },
      '3 of 4 prizes paid',
      '3 of 4 prizes paid. The vault holds the remaining one; its winner can claim it in My Teams.',
    ],
    [
      {
        prizes: 4,
        prizes_paid: 0,
        funding: { transaction_hash: '0x1', claims_open_at: '2026-08-01T12:00:00.000Z' },
      },
      '0 of 4 prizes paid',
      'The vault holds all prizes; their winners can claim them in My Teams.',
    ],
    [
      {
        prizes: 1,
        prizes_paid: 0,
        funding: { transaction_hash: '0x1', claims_open_at: '2026-08-01T12:00:00.000Z' },
      },
      '0 of 1 prize paid',
      'The vault holds the prize; its winner can claim it in My Teams.',
    ],
    [{ prizes: 0 }, 'No prizes', /^This game pays no prizes\./],
  ] as const)('payment %j is shown as %s', async (changes, badge, note) => {
    openResult(published, changes);
    expect(await screen.findByText(badge)).toBeTruthy();
    expect(screen.getByText(note, { selector: '[role=status]' })).toBeTruthy();
  });

  it('a game with more entries than a page of the API lists all of them by rank, with its podium', async () => {
    const { entries: published60 } = published.result;
    const entries = Array.from({ length: 1_001 }, (_, index) => ({
      ...published60[index % published60.length]!,
      ordinal: index + 1,
      rank: 1_001 - index,
    }));
    published.result.entries = entries;
    // Without prizes the podium has the best teams of the list.
    openResult(published, { entries: entries.length, podium: [] });
    const listTeams = async (list: HTMLElement) =>
      (await within(list).findAllByText(/^Team \d+$/)).map(({ textContent }) => textContent);
    const best = ['Team 1001', 'Team 1000', 'Team 999'];
    expect(await listTeams(await screen.findByRole('list', { name: 'Podium' }))).toEqual(best);
    const first = await listTeams(await screen.findByRole('table', { name: 'Full list' }));
    expect(first.slice(0, 3)).toEqual(best);
    expect(first).toHaveLength(50);
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
    fireEvent.click(screen.getByRole('button', { name: '21' }));
    expect(await screen.findByText('Failed to load the entries')).toBeTruthy();
    vi.stubGlobal('fetch', (input: string) => respond(published, input));
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await listTeams(await screen.findByRole('table', { name: 'Full list' }))).toEqual(['Team 1']);
    expect(await listTeams(screen.getByRole('list', { name: 'Podium' }))).toEqual(best);
  });
});
