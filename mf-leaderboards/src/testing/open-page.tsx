import { render, screen } from '@testing-library/react';
import { useLocation } from '@touchline/host/router';
import { FakePages } from '@touchline/host/testing/FakePage';
import type { FakeHost } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { MemoryRouter, parsePath, useNavigationType } from 'react-router-dom';
import { remote } from '../remote.tsx';

/** Exposes the URL to tests. */
function CurrentUrl() {
  const { pathname, search } = useLocation();
  return (
    <output data-testid="url" data-action={useNavigationType()}>
      {`${pathname}${search}`}
    </output>
  );
}

/** Opens this remote at a URL with the theme and a fake host. */
export function openPage(host: FakeHost, url: string, state?: unknown) {
  return render(
    <TouchlineTheme>
      <MemoryRouter initialEntries={[{ ...parsePath(url), state }]}>
        <CurrentUrl />
        <FakePages host={host} pages={remote.pages} />
      </MemoryRouter>
    </TouchlineTheme>,
  );
}

/** How the current URL was reached: PUSH adds an entry to the history, REPLACE does not. */
export const getLastAction = () => screen.getByTestId('url').dataset.action;

/** Path and query of the page. */
export const getCurrentUrl = () => screen.getByTestId('url').textContent;
