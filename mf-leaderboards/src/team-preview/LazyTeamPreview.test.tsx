import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { FakePage } from '@touchline/host/testing/FakePage';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { type ComponentProps, useCallback, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { buildGame } from '../testing/build.ts';
import { LazyTeamPreview } from './LazyTeamPreview.tsx';
import type { TeamPreviewProps } from './TeamPreview.tsx';

afterEach(cleanup);

const Preview = ({ team }: TeamPreviewProps) => <p>Preview of {team}</p>;

/** Page with one team to preview. */
function TestPage({ load }: { load: NonNullable<ComponentProps<typeof LazyTeamPreview>['load']> }) {
  const [team, setTeam] = useState<string | null>(null);
  const close = useCallback(() => setTeam(null), []);
  return (
    <>
      <button type="button" onClick={() => setTeam('a team')}>
        {team ?? 'no team'}
      </button>
      <LazyTeamPreview game={buildGame(3)} team={team} row={null} mine={null} onClose={close} load={load} />
    </>
  );
}

describe('LazyTeamPreview', () => {
  it('a failed load of the code shows an error, and the next click tries again', async () => {
    let online = false;
    let tries = 0;
    const load = async () => {
      tries += 1;
      if (!online) throw new Error('Loading chunk failed');
      return { TeamPreview: Preview };
    };
    const host = createFakeHost();
    render(
      <TouchlineTheme>
        <FakePage host={host} pages={{ '/': () => <TestPage load={load} /> }} />
      </TouchlineTheme>,
    );
    const click = () => act(() => screen.getByRole('button').click());
    expect(tries).toBe(0);
    click();
    await waitFor(() => expect(host.notices.map(({ kind }) => kind)).toEqual(['error']));
    await waitFor(() => expect(screen.getByRole('button').textContent).toBe('no team'));
    online = true;
    click();
    expect(await screen.findByText('Preview of a team')).toBeTruthy();
    expect(tries).toBe(2);
    expect(host.notices).toHaveLength(1);
  });
});
