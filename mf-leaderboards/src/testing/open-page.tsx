import { render, screen } from '@testing-library/react';
import { HostProvider } from '@touchline/host/host';
import { QueryClientProvider } from '@touchline/host/query';
import { Route, Routes, useLocation, useNavigate } from '@touchline/host/router';
import type { FakeHost } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { MemoryRouter, useNavigationType } from 'react-router-dom';
import { remote } from '../remote.tsx';

/** Exposes the URL to tests, and connects host.navigate to the router as the shell does. */
function RouterBridge({ host }: { host: FakeHost }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  host.onNavigate((to, options) => void navigate(to, options));
  const action = useNavigationType();
  return (
    <output data-testid="url" data-action={action}>
      {`${pathname}${search}`}
    </output>
  );
}

/** Opens this remote at a URL with the theme and a fake host. */
export function openPage(host: FakeHost, url: string, state?: unknown) {
  const [pathname = '/', search = ''] = url.split('?');
  return render(
    <TouchlineTheme>
      <MemoryRouter initialEntries={[{ pathname, search: search ? `?${search}` : '', state }]}>
        <QueryClientProvider client={host.queryClient}>
          <HostProvider host={host}>
            <RouterBridge host={host} />
            <Routes>
              {Object.entries(remote.pages).map(([path, Page]) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
              <Route path="*" element={<p>Another page</p>} />
            </Routes>
          </HostProvider>
        </QueryClientProvider>
      </MemoryRouter>
    </TouchlineTheme>,
  );
}

/** How the current URL was reached: PUSH adds an entry to the history, REPLACE does not. */
export const getLastAction = () => screen.getByTestId('url').dataset.action;

/** Path and query of the page. */
export const getCurrentUrl = () => screen.getByTestId('url').textContent;
