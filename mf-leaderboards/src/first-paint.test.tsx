import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, screen } from '@testing-library/react';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { afterEach, expect, it } from 'vitest';
import { openPage } from './testing/open-page.tsx';

interface Route {
  path: string;
  title?: string;
  subtitle?: string;
}
const { routes }: { routes: Route[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../remote.json'), 'utf8'),
);

afterEach(cleanup);

// The gateway shows the declared heading until React has rendered the page: another text would jump.
it.each(routes.filter(({ title }) => title))('the heading of $path is the declared one', async (route) => {
  openPage(createFakeHost(), route.path);
  const heading = await screen.findByRole('heading', { level: 1, name: route.title! });
  expect(heading.nextElementSibling?.textContent).toBe(route.subtitle);
});
