import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { auditLog } from '@touchline/api/http/admin-audit';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';

afterEach(cleanup);

it('the buttons of a list with cursors keep the focus, and Older waits until the requested page is shown', async () => {
  const cursors: (string | undefined)[] = [];
  const { promise: held, resolve: release } = deferred();
  openAdmin([
    fakeResponse(auditLog, async ({ query: { after } }) => {
      cursors.push(after);
      if (after === 'second') await held;
      return { changes: [], next: after === undefined ? 'second' : 'third' };
    }),
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Audit log' }));
  const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  const older = await screen.findByRole<HTMLButtonElement>('button', { name: 'Older' });
  const newer = getButton('Newer');
  const areOff = () => [older, newer].map((button) => button.getAttribute('aria-disabled'));
  expect(areOff()).toEqual([null, 'true']);
  older.focus();
  fireEvent.click(older);
  fireEvent.click(older);
  expect(screen.getByText('Page 2')).toBeTruthy();
  expect(areOff()).toEqual(['true', null]);
  expect([older, newer].map(({ disabled }) => disabled)).toEqual([false, false]);
  expect(document.activeElement).toBe(older);
  release();
  await waitFor(() => expect(areOff()).toEqual([null, null]));
  fireEvent.click(older);
  expect(screen.getByText('Page 3')).toBeTruthy();
  await waitFor(() => expect(cursors).toEqual([undefined, 'second', 'third']));
});
