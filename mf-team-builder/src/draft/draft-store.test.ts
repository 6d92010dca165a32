import { beforeEach, describe, expect, it } from 'vitest';
import { draftActions } from './draft-slice.ts';
import { draftedIds } from './draft-state.ts';
import { createDraftStore, draftKey } from './draft-store.ts';

const positions = new Map([
  [11, 1],
  [21, 2],
]);
const weekly = draftKey('weekly', 'a');
const open = (key = weekly, known: ReadonlyMap<number, number> = positions) =>
  createDraftStore({ storage: sessionStorage, key, positions: known });
const ids = (store: ReturnType<typeof open>) => draftedIds(store.getState().team);

beforeEach(() => sessionStorage.clear());

describe('the draft store', () => {
  it('restores the draft after a reload, one per mode and game', () => {
    open().dispatch(draftActions.playerPicked({ id: 11, position: 1 }));
    expect(ids(open())).toEqual([11]);
    expect(ids(open(draftKey('weekly', 'b')))).toEqual([]);
    expect(ids(open(draftKey('season', 'a')))).toEqual([]);
  });

  it('removes a corrupt draft and starts empty', () => {
    sessionStorage.setItem(weekly, '{"draft":');
    expect(ids(open())).toEqual([]);
    expect(sessionStorage.getItem(weekly)).toBeNull();
  });

  it('drops players who left the feed or changed position', () => {
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

  it('works without storage', () => {
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
