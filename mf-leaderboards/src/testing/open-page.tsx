import { configure, render } from '@testing-library/react';
import { HostProvider } from '@touchline/host/host';
import { QueryClientProvider } from '@touchline/host/query';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from '@touchline/host/router';
import type { FakeHost } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { remote } from '../remote.tsx';

// A loaded machine takes longer than the second that the library waits by itself.
configure({ asyncUtilTimeout: 5000 });

/** Where the router is: shown to the test, and moved by host.navigate as the shell does. */
function RouterLink({ host }: { host: FakeHost }) {
  const go = useNavigate();
  const { pathname, search } = useLocation();
  host.onNavigate((to, options) => void go(to, options));
  return <output data-testid="address">{`${pathname}${search}`}</output>;
}

/** Opens this remote at an address (with its query), in the theme, under a fake host. */
export function openPage(host: FakeHost, address: string, state?: unknown) {
  const [pathname = '/', search = ''] = address.split('?');
  return render(
    <TouchlineTheme>
      <MemoryRouter initialEntries={[{ pathname, search: search ? `?${search}` : '', state }]}>
        <QueryClientProvider client={host.queryClient}>
          <HostProvider host={host}>
            <RouterLink host={host} />
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
