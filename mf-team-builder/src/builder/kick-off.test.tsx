import { act, waitFor } from '@testing-library/react';
import { gameweekFixtures } from '@touchline/api/http/fpl';
import { fakeFixture } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, it } from 'vitest';
import { HOUR, inHours, NOW } from '../testing/fixtures.ts';
import { clubPlayerName, openBuilder, rows, search } from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

it('a match leaves the list when it kicks off while the builder is open, and returns when it is moved', async () => {
  let now = NOW;
  let kickoff_time = inHours(24);
  const fixtures = fakeResponse(gameweekFixtures, () => ({
    fixtures: [fakeFixture(1, { kickoff_time })],
    season: '2026',
    updated_at: inHours(0),
    stale: false,
  }));
  const { host } = await openBuilder({ responses: [fixtures], host: { now: () => now } });
  search(clubPlayerName(2, 7));
  const next = () => rows()[0]?.querySelector('[data-part="next"]')?.textContent;
  await waitFor(() => expect(next()).toBe('ARS (A), difficulty 3 of 5'));
  now += 24 * HOUR;
  await waitFor(() => expect(next()).toBe('No match'));
  kickoff_time = inHours(30);
  act(() => host.emit({ topic: 'fixtures', gameweek: 3 }));
  await waitFor(() => expect(next()).toBe('ARS (A), difficulty 3 of 5'));
});
