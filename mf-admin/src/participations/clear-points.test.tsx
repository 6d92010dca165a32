import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';
import { openRecord } from '../testing/open-dialog.tsx';
import { createFakeServer } from '../testing/participation-server.ts';

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => logged.mockClear());
afterEach(cleanup);

const FORM = 'Edit Game Participation';
const DETAILS = 'Game Participation Details';
const QUESTION = 'Clear points of Onion Bag?';
const inDialog = (name: string) => within(screen.getByRole('dialog', { name }));
const press = (dialog: string, name: string) =>
  fireEvent.click(inDialog(dialog).getByRole('button', { name }));
const type = (label: RegExp, text: string, dialog = FORM) =>
  fireEvent.change(inDialog(dialog).getByLabelText(label), { target: { value: text } });

async function openForm(earned_points = 43.1) {
  const server = createFakeServer({ earned_points, rank: 3 });
  const host = openAdmin(server.responses);
  await openRecord(/^Edit Onion Bag/, FORM);
  return { ...server, host };
}

async function askToClear() {
  press(FORM, 'Clear Points');
  return within(await screen.findByRole('dialog', { name: QUESTION }));
}

const expectAnswered = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull());

describe('clearing the points of a participation', () => {
  it('ADMIN-26 a question names what changes, and "Keep points" sends no request', async () => {
    const { requests } = await openForm();
    const question = await askToClear();
    expect(
      question.getByText(
        /^The team's earned points in Gameweek 7 change from 43.1 to 0, and its rank \(3\) may change\./,
      ),
    ).toBeTruthy();
    press(QUESTION, 'Keep points');
    await expectAnswered();
    expect(requests.cleared).toBe(0);
  });

  it.each([
    ['-3 points', -3],
    ['1 point', 1],
  ])('ADMIN-26 question, buttons and notice name %s', async (points, earned_points) => {
    const { host } = await openForm(earned_points);
    const question = await askToClear();
    const text = `The team's earned points in Gameweek 7 change from ${earned_points} to 0, `;
    expect(question.getByText(text, { exact: false })).toBeTruthy();
    press(QUESTION, `Clear ${points}`);
    await expectAnswered();
    expect(host.notices.at(-1)).toMatchObject({ title: `${points} of Onion Bag cleared` });
    press(FORM, 'Cancel');
    await screen.findByRole('dialog', { name: DETAILS });
    press(DETAILS, 'Restore points');
    expect(inDialog(DETAILS).getByRole('button', { name: `Restore ${points}` })).toBeTruthy();
  });

  it('ADMIN-26 "Clear Points" is disabled at 0 points', async () => {
    await openForm(0);
    expect(inDialog(FORM).getByRole<HTMLButtonElement>('button', { name: 'Clear Points' }).disabled).toBe(
      true,
    );
  });

  it('Escape closes the question, not the form behind it', async () => {
    await openForm();
    await askToClear();
    fireEvent.keyDown(screen.getByRole('dialog', { name: QUESTION }), { key: 'Escape' });
    await expectAnswered();
    expect(screen.getByRole('dialog', { name: FORM })).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('dialog', { name: FORM }), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ADMIN-26 ADMIN-31 clearing sends the reason of the form, keeps its input and reloads the list', async () => {
    const { requests } = await openForm();
    type(/^Team Name/, 'Park the Bus');
    press(FORM, 'Add a reason');
    type(/^Reason for the audit log/, ' Two accounts ');
    const listRequests = requests.lists;
    await askToClear();
    press(QUESTION, 'Clear 43.1 points');
    await expectAnswered();
    expect(requests.queries).toEqual([{ reason: 'Two accounts' }]);
    expect(inDialog(FORM).getByLabelText<HTMLInputElement>('Team Name').value).toBe('Park the Bus');
    await waitFor(() => expect(requests.lists).toBeGreaterThan(listRequests));
    press(FORM, 'Save Changes');
    await screen.findByRole('dialog', { name: DETAILS });
    expect(requests.bodies).toEqual([{ team_name: 'Park the Bus' }]);
  });

  it('ADMIN-32 a failed clear is shown and logged with its own text, and the form keeps its input', async () => {
    const { fail } = await openForm();
    type(/^Team Name/, 'Park the Bus');
    fail(new TouchlineError('UPSTREAM_UNAVAILABLE', 'Games is unavailable.'));
    const question = await askToClear();
    press(QUESTION, 'Clear 43.1 points');
    expect(await question.findByText('Error clearing earned points')).toBeTruthy();
    expect(question.getByText('Games is unavailable.')).toBeTruthy();
    expect(logged.mock.calls.flat()).toContain('Error clearing earned points');
    expect(logged.mock.calls.flat()).not.toContain('Error updating participation');
    press(QUESTION, 'Keep points');
    await expectAnswered();
    expect(inDialog(FORM).getByLabelText<HTMLInputElement>('Team Name').value).toBe('Park the Bus');
  });

  it('cleared points can be restored with a reason', async () => {
    const { requests } = await openForm();
    await askToClear();
    press(QUESTION, 'Clear 43.1 points');
    await expectAnswered();
    press(FORM, 'Cancel');
    await screen.findByRole('dialog', { name: DETAILS });
    press(DETAILS, 'Restore points');
    type(/^Reason/, 'Wrong team', DETAILS);
    press(DETAILS, 'Restore 43.1 points');
    await waitFor(() => expect(requests.bodies).toEqual([{ reason: 'Wrong team' }]));
    expect(await inDialog(DETAILS).findByText('+43.1')).toBeTruthy();
    expect(inDialog(DETAILS).queryByRole('button', { name: 'Restore points' })).toBeNull();
  });
});
