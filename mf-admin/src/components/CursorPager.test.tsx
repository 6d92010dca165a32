import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { auditLog } from '@touchline/api/http/admin-audit';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';

afterEach(cleanup);

it('the buttons of a list with cursors are disabled until the requested page is shown', async () => {
  const cursors: (string | undefined)[] = [];
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
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
  fireEvent.click(older);
  fireEvent.click(older);
  expect(screen.getByText('Page 2')).toBeTruthy();
  expect([getButton('Older'), getButton('Newer')].map(({ disabled }) => disabled)).toEqual([true, true]);
  release();
  await waitFor(() => expect(older.disabled).toBe(false));
  fireEvent.click(older);
  expect(screen.getByText('Page 3')).toBeTruthy();
  await waitFor(() => expect(cursors).toEqual([undefined, 'second', 'third']));
});
