import { describe, expect, it } from 'vitest';
import { DEFAULT_VIEW, type RankingsView, readView, writeView } from './rankings-view.ts';

describe('the view in the address', () => {
  it('RANK-03 opens with 50 per page, the best total first', () => {
    expect(readView(new URLSearchParams())).toEqual(DEFAULT_VIEW);
    expect(DEFAULT_VIEW).toMatchObject({
      per_page: 50,
      sort_by: 'total_points',
      sort_order: 'desc',
      page: 1,
    });
    expect(writeView(DEFAULT_VIEW).toString()).toBe('');
  });

  it('comes back as it was written', () => {
    const view: RankingsView = {
      section: 'season',
      game: 'a-game',
      page: 3,
      per_page: 25,
      search: 'röd & co',
      staked_only: true,
      sort_by: 'coefficient',
      sort_order: 'asc',
      team: 'a-team',
    };
    expect(readView(writeView(view))).toEqual(view);
  });

  it.each([
    'section=nowhere',
    'per_page=7',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=99999999',
    'sort_by=wallet',
    'sort_order=up',
    'staked_only=1',
  ])('takes the default for %s', (address) => {
    expect(readView(new URLSearchParams(address))).toEqual(DEFAULT_VIEW);
  });

  it('never asks for more text than the server takes', () => {
    expect(readView(new URLSearchParams({ search: 'x'.repeat(200) })).search).toHaveLength(64);
  });
});
