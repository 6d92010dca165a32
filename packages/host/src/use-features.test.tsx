import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { config } from '@touchline/api/http/config';
import { afterEach, expect, test } from 'vitest';
import { HostProvider } from './host.tsx';
import { createFakeHost, FAKE_CONFIG } from './testing/fake-host.ts';
import { fakeResponse } from './testing/fake-responses.ts';
import { useFeatures } from './use-features.ts';

afterEach(cleanup);

function Page() {
  const { tournaments } = useFeatures();
  return <p>Tournaments {tournaments ? 'on' : 'off'}</p>;
}

/** A host whose server has the switch of tournaments on until it is turned off. */
function openHost() {
  const features = { ...FAKE_CONFIG.features };
  const host = createFakeHost({
    responses: [fakeResponse(config, () => ({ ...FAKE_CONFIG, features: { ...features } }))],
  });
  const open = () =>
    render(
      <QueryClientProvider client={host.queryClient}>
        <HostProvider host={host}>
          <Page />
        </HostProvider>
      </QueryClientProvider>,
    );
  const turnOff = () => {
    features.tournaments = false;
    act(() => host.emit({ topic: 'switches' }));
  };
  return { open, turnOff, queryClient: host.queryClient };
}

test('S12 an open page follows the feature switches of admins', async () => {
  const { open, turnOff } = openHost();
  open();
  expect(screen.getByText('Tournaments on')).toBeTruthy();
  turnOff();
  expect(await screen.findByText('Tournaments off')).toBeTruthy();
});

test('S12 a page that opens after a switch was changed shows the change', async () => {
  const { open, turnOff, queryClient } = openHost();
  const { unmount } = open();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  unmount();
  turnOff();
  open();
  expect(await screen.findByText('Tournaments off')).toBeTruthy();
});

test('S12 a change of a switch outlasts the reset of all data at a sign-in', async () => {
  const { open, turnOff, queryClient } = openHost();
  const { unmount } = open();
  turnOff();
  expect(await screen.findByText('Tournaments off')).toBeTruthy();
  unmount();
  await queryClient.resetQueries();
  open();
  expect(await screen.findByText('Tournaments off')).toBeTruthy();
});
