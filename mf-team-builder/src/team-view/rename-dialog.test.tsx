import { fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { renameTeam } from '@touchline/api/http/entries';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, it } from 'vitest';
import { press } from '../testing/open-builder.tsx';
import { id, openTeam } from '../testing/open-team.tsx';
import { resetBetweenTests } from '../testing/reset.ts';
import { buildTeam } from '../testing/team-fixtures.ts';

resetBetweenTests();

/** Opens the dialog on a server that rejects the name "Taken". */
async function openDialog() {
  const requests: unknown[] = [];
  const rename = fakeResponse(renameTeam, ({ params, body }) => {
    requests.push({ params, body });
    const { team_name } = body as { team_name: string };
    if (team_name === 'Taken') throw new TouchlineError('NAME_TAKEN', 'This name is reserved.');
    return { team_name: team_name.trim() };
  });
  await openTeam(buildTeam(), { responses: [rename] });
  fireEvent.click(screen.getByLabelText('Rename the team'));
  const field = await screen.findByLabelText('Team name');
  return { requests, type: (value: string) => fireEvent.change(field, { target: { value } }) };
}

it('the dialog renames the team and rejects an empty name', async () => {
  const { requests, type } = await openDialog();
  type(' ');
  expect(screen.getByText('Enter a team name')).toBeTruthy();
  type(' Park the Bus FC');
  press('Save name');
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Park the Bus FC'));
  expect(requests).toEqual([{ params: { id }, body: { team_name: ' Park the Bus FC' } }]);
});

it('the error of a rejected name disappears when the name is edited', async () => {
  const { type } = await openDialog();
  type('Taken');
  press('Save name');
  expect(await screen.findByText('This name is reserved.')).toBeTruthy();
  type('Taken FC');
  await waitFor(() => expect(screen.queryByText('This name is reserved.')).toBeNull());
});
