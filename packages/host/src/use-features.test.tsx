import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
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

test('S12 an open page follows the feature switches of admins', async () => {
  const features = { ...FAKE_CONFIG.features };
  let reads = 0;
  const host = createFakeHost({
    responses: [
      fakeResponse(config, () => {
        reads++;
        return { ...FAKE_CONFIG, features };
      }),
    ],
  });
  render(
    <QueryClientProvider client={host.queryClient}>
      <HostProvider host={host}>
        <Page />
      </HostProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByText('Tournaments on')).toBeTruthy();
  expect(reads).toBe(0);
  features.tournaments = false;
  act(() => host.emit({ topic: 'switches' }));
  expect(await screen.findByText('Tournaments off')).toBeTruthy();
});
