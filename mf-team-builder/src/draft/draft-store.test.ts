import { describe, expect, it } from 'vitest';
import { draftActions } from './draft-slice.ts';
import { getDraftedIds } from './draft-state.ts';
import { buildDraftKey, createDraftStore } from './draft-store.ts';

const KEEPER = { id: 11, position: 1 };
const players = [KEEPER, { id: 21, position: 2 }];
const weekly = buildDraftKey('0xa', 'weekly', 'a');
const open = (key = weekly, current = players) =>
  createDraftStore({ storage: sessionStorage, key, players: current });
const ids = (store: ReturnType<typeof open>) => getDraftedIds(store.getState().team);

describe('draft store', () => {
  it('the store restores one draft per wallet, mode and game after a reload', () => {
    open().dispatch(draftActions.playerPicked({ id: 11, position: 1 }));
    expect(ids(open())).toEqual([11]);
    expect(ids(open(buildDraftKey('0xa', 'weekly', 'b')))).toEqual([]);
    expect(ids(open(buildDraftKey('0xa', 'season', 'a')))).toEqual([]);
    expect(ids(open(buildDraftKey('0xb', 'weekly', 'a')))).toEqual([]);
  });

  it('the store removes a corrupt draft and starts empty', () => {
    sessionStorage.setItem(weekly, '{"draft":');
    expect(ids(open())).toEqual([]);
    expect(sessionStorage.getItem(weekly)).toBeNull();
  });

  it('the store drops players who left the feed or changed position', () => {
    const store = open();
    store.dispatch(draftActions.playerPicked({ id: 11, position: 1 }));
    store.dispatch(draftActions.playerPicked({ id: 21, position: 2 }));
    expect(ids(open(weekly, [KEEPER]))).toEqual([11]);
    expect(ids(open(weekly, [KEEPER, { id: 21, position: 3 }]))).toEqual([11]);
  });

  it('the store works without storage', () => {
    const storage = {
      ...sessionStorage,
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    const store = createDraftStore({ storage: storage as unknown as Storage, key: weekly, players });
    store.dispatch(draftActions.playerPicked({ id: 11, position: 1 }));
    expect(ids(store)).toEqual([11]);
  });
});
