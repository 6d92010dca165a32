import { expect, test } from 'vitest';
import { type Position, readCursorPage } from './cursor-page.ts';

const ids = [4, 3, 2, 1].map((n) => `${n}`.repeat(8).concat('-0000-4000-8000-000000000000'));
/** Latest first; the middle two have the same time. */
const ROWS: readonly Position[] = ids.map((id, index) => ({ id, at: [30, 20, 20, 10][index]! }));

const readPage = (after?: string) =>
  readCursorPage(
    { limit: 2, after },
    async ({ limit, after: position }) => {
      const from = position ? ROWS.findIndex(({ id }) => id === position.id) + 1 : 0;
      return ROWS.slice(from, from + limit);
    },
    (row) => row,
  );

test('pages follow each other without gaps, and the last one has no cursor', async () => {
  const first = await readPage();
  expect(first).toEqual({ rows: ROWS.slice(0, 2), next: `20.${ids[1]}` });
  expect(await readPage(first.next!)).toEqual({ rows: ROWS.slice(2), next: null });
});

test.each(['', '20', `20.${ids[1]}x`, `x.${ids[1]}`, '20.5', `${'9'.repeat(14)}.${ids[1]}`])(
  'the cursor %s is rejected',
  async (cursor) => {
    await expect(readPage(cursor)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'after', message: 'must be the cursor of a page' }],
    });
  },
);

test('a list with other ids names their format', async () => {
  const read = async ({ after }: { after: Position | null }) => (after ? [] : ROWS.slice(0, 1));
  const numbers = /^\d{1,15}$/;
  expect(await readCursorPage({ limit: 1, after: '20.5' }, read, (row) => row, numbers)).toEqual({
    rows: [],
    next: null,
  });
});
