import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { FakePage } from '@touchline/host/testing/FakePage';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { type ComponentProps, useCallback, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { buildGame } from '../testing/build.ts';
import { LazyTeamLook } from './LazyTeamLook.tsx';
import type { TeamLookProps } from './TeamLook.tsx';

afterEach(cleanup);

const Looking = ({ team }: TeamLookProps) => <p>Looking at {team}</p>;

/** Standings of which one team can be looked at. */
function Standings({ load }: { load: NonNullable<ComponentProps<typeof LazyTeamLook>['load']> }) {
  const [team, setTeam] = useState<string | null>(null);
  const close = useCallback(() => setTeam(null), []);
  return (
    <>
      <button type="button" onClick={() => setTeam('a team')}>
        {team ?? 'nobody'}
      </button>
      <LazyTeamLook game={buildGame(3)} team={team} row={null} onClose={close} load={load} />
    </>
  );
}

it('says that the code did not come, leaves the page as it is, and tries again with the next press', async () => {
  let online = false;
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (!online) throw new Error('Loading chunk failed');
    return { TeamLook: Looking };
  };
  const host = createFakeHost();
  render(
    <TouchlineTheme>
      <FakePage host={host} pages={{ '/': () => <Standings load={load} /> }} />
    </TouchlineTheme>,
  );
  const press = () => act(() => screen.getByRole('button').click());
  expect(tries).toBe(0);
  press();
  await waitFor(() => expect(host.notices.map(({ kind }) => kind)).toEqual(['error']));
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe('nobody'));
  online = true;
  press();
  expect(await screen.findByText('Looking at a team')).toBeTruthy();
  expect(tries).toBe(2);
  expect(host.notices).toHaveLength(1);
});
