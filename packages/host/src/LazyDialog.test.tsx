import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { LazyDialog } from '@touchline/host/LazyDialog';
import { type ComponentType, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakePage } from './testing/FakePage.tsx';
import { createFakeHost } from './testing/fake-host.ts';

afterEach(cleanup);

interface PreviewProps {
  opened: boolean;
  onClose: () => void;
  team: string | null;
  onRender?: ((opened: boolean, team: string | null) => void) | undefined;
}

function Recorded({ opened, team, onClose, onRender }: PreviewProps) {
  onRender?.(opened, team);
  return opened ? (
    <button type="button" onClick={onClose}>
      Close
    </button>
  ) : null;
}

const Preview = ({ opened, team }: PreviewProps) => (opened ? <p>Preview of {team}</p> : null);

interface Loader {
  load: () => Promise<ComponentType<PreviewProps>>;
}

/** Page with one team to preview. */
function TestPage({ load, onRender }: Pick<PreviewProps, 'onRender'> & Loader) {
  const [team, setTeam] = useState<string | null>(null);
  return (
    <>
      <button type="button" onClick={() => setTeam('a team')}>
        {team ?? 'no team'}
      </button>
      <LazyDialog
        what="The team"
        load={load}
        dialog={{ opened: team !== null, team, onRender, onClose: () => setTeam(null) }}
      />
    </>
  );
}

describe('LazyDialog', () => {
  it('a failed load of the code shows an error, and the next click tries again', async () => {
    let online = false;
    let tries = 0;
    const load = async () => {
      tries += 1;
      if (!online) throw new Error('Loading chunk failed');
      return Preview;
    };
    const host = createFakeHost();
    render(<FakePage host={host} pages={{ '/': () => <TestPage load={load} /> }} />);
    const click = () => act(() => screen.getByRole('button').click());
    expect(tries).toBe(0);
    click();
    await waitFor(() =>
      expect(host.notices).toMatchObject([
        { kind: 'error', message: expect.stringMatching(/^The team couldn't be opened/) },
      ]),
    );
    await waitFor(() => expect(screen.getByRole('button').textContent).toBe('no team'));
    online = true;
    click();
    expect(await screen.findByText('Preview of a team')).toBeTruthy();
    expect(tries).toBe(2);
    expect(host.notices).toHaveLength(1);
  });

  it('a dialog is never open without the state that the page clears when it closes', async () => {
    const seen = vi.fn();
    render(
      <FakePage
        host={createFakeHost()}
        pages={{ '/': () => <TestPage load={async () => Recorded} onRender={seen} /> }}
      />,
    );
    act(() => screen.getByRole('button', { name: 'no team' }).click());
    const close = await screen.findByRole('button', { name: 'Close' });
    act(() => close.click());
    await waitFor(() => expect(seen).toHaveBeenLastCalledWith(false, null));
    expect(seen).toHaveBeenCalledWith(true, 'a team');
    expect(seen).not.toHaveBeenCalledWith(true, null);
  });
});
