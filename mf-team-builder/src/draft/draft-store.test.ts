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
  it('keeps the draft over a reload, one for each mode and game', () => {
    open().dispatch(draftActions.playerPicked({ id: 11, position: 1 }));
    expect(ids(open())).toEqual([11]);
    expect(ids(open(draftKey('weekly', 'b')))).toEqual([]);
    expect(ids(open(draftKey('season', 'a')))).toEqual([]);
  });

  it('clears a corrupt draft and begins anew', () => {
    sessionStorage.setItem(weekly, '{"draft":');
    expect(ids(open())).toEqual([]);
    expect(sessionStorage.getItem(weekly)).toBeNull();
  });

  it('leaves out players whom the feed no longer has, or has elsewhere', () => {
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

  it('goes on without a storage that takes anything', () => {
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
