import { describe, expect, it } from 'vitest';
import { draftActions } from './draft-slice.ts';
import { getDraftedIds } from './draft-state.ts';
import { buildDraftKey, createDraftStore } from './draft-store.ts';

const positions = new Map([
  [11, 1],
  [21, 2],
]);
const weekly = buildDraftKey('weekly', 'a');
const open = (key = weekly, currentPositions: ReadonlyMap<number, number> = positions) =>
  createDraftStore({ storage: sessionStorage, key, positions: currentPositions });
const ids = (store: ReturnType<typeof open>) => getDraftedIds(store.getState().team);

describe('draft store', () => {
  it('the store restores one draft per mode and game after a reload', () => {
    open().dispatch(draftActions.playerPicked({ id: 11, position: 1 }));
    expect(ids(open())).toEqual([11]);
    expect(ids(open(buildDraftKey('weekly', 'b')))).toEqual([]);
    expect(ids(open(buildDraftKey('season', 'a')))).toEqual([]);
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
    expect(ids(open(weekly, new Map([[11, 1]])))).toEqual([11]);
    expect(
      ids(
        open(
          weekly,
          new Map([
            [11, 1],
            [21, 3],
          ]),
        ),
      ),
    ).toEqual([11]);
  });

  it('the store works without storage', () => {
    const storage = {
      ...sessionStorage,
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    const store = createDraftStore({ storage: storage as unknown as Storage, key: weekly, positions });
    store.dispatch(draftActions.playerPicked({ id: 11, position: 1 }));
    expect(ids(store)).toEqual([11]);
  });
});
