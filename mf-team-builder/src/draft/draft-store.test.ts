import { emptyDraft } from '@touchline/rules/draft';
import type { PositionsById } from '@touchline/rules/lineup';
import { describe, expect, it } from 'vitest';
import { fillLocalStorage } from '../testing/full-storage.ts';
import { EMPTY_STATE, getDraftedIds } from './draft-state.ts';
import { buildDraftKey, createDraftStore, draftActions, dropOldDrafts } from './draft-store.ts';

const NOW = Date.parse('2026-08-15T14:00:00.000Z');
const VALIDITY = { season: '2026', ends_at: new Date(NOW + 1).toISOString() };
const weekly = buildDraftKey('0xa', 'weekly', 'a');
const positions: PositionsById = new Map([
  [11, 1],
  [21, 2],
]);
const open = (key = weekly) => createDraftStore({ ...VALIDITY, key, positions });
/** As stored by a release whose drafts contain the positions of their players. */
const PREVIOUS = `{"draft":{"formation":"3-4-3","slots":[null,21,null,null,null,null,null,null,null,null,null],"bench":[11],
  "captain_id":21,"vice_captain_id":null},"positions":{"11":1,"21":2},"random_ids":[11],"team_name":"Team",
  "season":"2026","ends_at":"2026-08-15T14:00:00.001Z"}`;
const pick = (...bench: number[]) => draftActions.arranged({ ...EMPTY_STATE.draft, bench });
const ids = (store: ReturnType<typeof open>) => getDraftedIds(store.getState());

describe('draft store', () => {
  it('the store restores one draft per wallet, mode and game after a reload', () => {
    open().dispatch(pick(11));
    expect(ids(open())).toEqual([11]);
    expect(ids(open(buildDraftKey('0xa', 'weekly', 'b')))).toEqual([]);
    expect(ids(open(buildDraftKey('0xa', 'season', 'a')))).toEqual([]);
    expect(ids(open(buildDraftKey('0xb', 'weekly', 'a')))).toEqual([]);
  });

  it('drafts of the previous release are restored, and stored as it reads them', () => {
    localStorage.setItem(weekly, PREVIOUS);
    const store = open();
    expect(ids(store)).toEqual([21, 11]);
    store.dispatch(draftActions.named('Team'));
    expect(JSON.parse(localStorage.getItem(weekly) ?? '')).toEqual(JSON.parse(PREVIOUS));
  });

  it('the store starts empty in place of a corrupt draft', () => {
    localStorage.setItem(weekly, '{"draft":');
    expect(ids(open())).toEqual([]);
  });

  it('a player of Random Pick who is removed and picked again was chosen by the user', () => {
    const store = open();
    store.dispatch(
      draftActions.replaced({ draft: { ...EMPTY_STATE.draft, bench: [11, 21] }, random_ids: [11, 21] }),
    );
    store.dispatch(pick(21));
    store.dispatch(pick(11, 21));
    expect(store.getState().random_ids).toEqual([21]);
  });

  it('BUILD-27 Clear All removes the players and keeps formation and name', () => {
    const store = open();
    store.dispatch(
      draftActions.replaced({ draft: { ...emptyDraft('5-4-1'), bench: [11] }, random_ids: [11] }),
    );
    store.dispatch(draftActions.named('Team'));
    store.dispatch(draftActions.cleared());
    const team_name = 'Team';
    expect(store.getState()).toEqual({ draft: emptyDraft('5-4-1'), random_ids: [], team_name });
  });

  it('the store keeps the last change of two tabs', () => {
    const tabs = [open(), open()];
    tabs[0]!.dispatch(pick(11));
    tabs[1]!.dispatch(pick(21));
    expect([...tabs, open()].map(ids)).toEqual([[11], [21], [21]]);
  });

  it('drafts of other seasons and of games that are over are removed, and nothing else', () => {
    localStorage.setItem('touchline.draft.earlier', '{"draft":{}}');
    localStorage.setItem('touchline.watchlist', '[1]');
    open().dispatch(pick(11));
    dropOldDrafts('2026', NOW);
    expect(Object.keys(localStorage).sort()).toEqual([weekly, 'touchline.watchlist']);
    expect(ids(open())).toEqual([11]);
    for (const [season, now] of [
      ['2027', NOW],
      ['2026', NOW + 1],
    ] as const) {
      open().dispatch(draftActions.named('Team'));
      expect(localStorage.getItem(weekly)).not.toBeNull();
      dropOldDrafts(season, now);
      expect(Object.keys(localStorage)).toEqual(['touchline.watchlist']);
    }
  });

  it('the store works with a full storage', () => {
    fillLocalStorage();
    const store = open();
    store.dispatch(pick(11));
    expect(ids(store)).toEqual([11]);
  });
});
