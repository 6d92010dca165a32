import { describe, expect, it } from 'vitest';
import { DEFAULT_PARAMS, type RankingsParams, readParams, writeParams } from './rankings-params.ts';

describe('rankings params', () => {
  it('RANK-03 the default is 50 per page, highest total first', () => {
    expect(readParams(new URLSearchParams())).toEqual(DEFAULT_PARAMS);
    expect(DEFAULT_PARAMS).toMatchObject({
      per_page: 50,
      sort_by: 'total_points',
      sort_order: 'desc',
      page: 1,
    });
    expect(writeParams(DEFAULT_PARAMS).toString()).toBe('');
  });

  it('params are unchanged after writing and reading them', () => {
    const params: RankingsParams = {
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
    expect(readParams(writeParams(params))).toEqual(params);
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
  ])('the invalid value %s falls back to the default', (url) => {
    expect(readParams(new URLSearchParams(url))).toEqual(DEFAULT_PARAMS);
  });

  it('the search is cut to the limit of the server', () => {
    expect(readParams(new URLSearchParams({ search: 'x'.repeat(200) })).search).toHaveLength(64);
  });
});
