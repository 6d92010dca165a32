import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ErrorCode, TouchlineError } from '@touchline/api/errors';
import { type Game, getGame } from '@touchline/api/http/games';
import { gamePrizes } from '@touchline/api/http/prizes';
import { gameResult } from '@touchline/api/http/results';
import { deferred } from '@touchline/host/testing/deferred';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildGame } from '../testing/build.ts';
import { getCurrentUrl, openPage } from '../testing/open-page.tsx';
import { buildPrizes } from '../testing/prizes.ts';

afterEach(cleanup);

const ID = fakeId(1, 3);

function failWith(code: ErrorCode) {
  return () => {
    throw new TouchlineError(code, 'no');
  };
}

const REVIEW_END = '2026-09-20T12:00:00.000Z';

/** Opens the result of a game that is not settled, an hour before its review ends. */
const openUnsettled = (...responses: FakeResponse[]) => openAt(-3_600_000, ...responses);

/** Opens it this many milliseconds after the end of the review. */
function openAt(ms: number, ...responses: FakeResponse[]) {
  const host = createFakeHost({
    responses: [fakeResponse(gameResult, failWith('NOT_FOUND')), ...responses],
    now: () => Date.parse(REVIEW_END) + ms,
  });
  openPage(host, `/results/${ID}`);
  return host;
}

const respondWithGame = (fields: Partial<Game> = {}) =>
  fakeResponse(getGame, { game: buildGame(3, { id: ID, name: 'Gameweek 3', ...fields }) });

const PRIZES = fakeResponse(gamePrizes, buildPrizes([[1, 1, 130]]));

const IN_REVIEW = fakeResponse(gamePrizes, {
  ...buildPrizes([[1, 1, 130]]),
  review_ends_at: REVIEW_END,
});

describe('game without a result', () => {
  it('a game whose review is over, but not confirmed, promises no time at which its prizes are final', async () => {
    openAt(1, respondWithGame(), IN_REVIEW);
    const text = 'Gameweek 3 is over, and so is its review. The prizes are final once they are confirmed.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Prize levels' })).toBeTruthy();
    expect(screen.queryByText(/can be corrected until/)).toBeNull();
  });

  it('a game in review shows when its result is final and the provisional prizes', async () => {
    openUnsettled(respondWithGame(), IN_REVIEW);
    expect(await screen.findByText(/^Gameweek 3 is over\. Its points can be corrected until/)).toBeTruthy();
    expect(screen.getByText(/Results can be corrected until/)).toBeTruthy();
    expect(screen.getByText('Provisional')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Prize levels' })).toBeTruthy();
  });

  it('a game that is not settled leads to its rankings', async () => {
    openUnsettled(respondWithGame(), PRIZES);
    fireEvent.click(await screen.findByRole('button', { name: 'See the rankings' }));
    await waitFor(() => expect(getCurrentUrl()).toBe(`/rankings?game=${ID}`));
  });

  it('a game that is not settled has no result yet', async () => {
    openUnsettled(respondWithGame(), PRIZES);
    expect(await screen.findByText('The prizes of Gameweek 3 are not settled.')).toBeTruthy();
    expect(screen.getByText('No result yet')).toBeTruthy();
  });

  it.each([
    ['500', 'Gameweek 3 was cancelled. Entry fees are refunded.'],
    ['0', 'Gameweek 3 was cancelled.'],
  ])('a cancelled game with an entry fee of %s shows: %s', async (entry_fee, text) => {
    openUnsettled(respondWithGame({ status: 'CANCELLED', entry_fee }), PRIZES);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Cancelled')).toBeTruthy();
    expect(screen.queryByText('No result yet')).toBeNull();
    expect(screen.queryByRole('table', { name: 'Prize levels' })).toBeNull();
  });

  it.each(['NOT_FOUND', 'VALIDATION_FAILED'] as const)(
    'a game whose request fails with %s does not exist, and all games are offered',
    async (code) => {
      openUnsettled(fakeResponse(getGame, failWith(code)), fakeResponse(gamePrizes, failWith(code)));
      expect(await screen.findByText('No such game')).toBeTruthy();
      expect(screen.queryByText('No result yet')).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: 'See all games' }));
      await waitFor(() => expect(getCurrentUrl()).toBe('/choose-game'));
    },
  );

  it('a game without a result stays on the page while its result is requested again', async () => {
    const { promise, resolve } = deferred();
    let requests = 0;
    const missing = fakeResponse(gameResult, async () => {
      requests += 1;
      if (requests > 1) await promise;
      return failWith('NOT_FOUND')();
    });
    const host = openUnsettled(respondWithGame(), PRIZES, missing);
    const title = await screen.findByText('No result yet');
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(requests).toBe(2));
    resolve();
    await waitFor(() => expect(host.queryClient.isFetching()).toBe(0));
    expect(title.isConnected).toBe(true);
  });

  it('a game that fails to load can be loaded again', async () => {
    let isDown = true;
    const prizes = fakeResponse(gamePrizes, () => {
      if (isDown) failWith('UPSTREAM_UNAVAILABLE')();
      return buildPrizes([[1, 1, 130]]);
    });
    openUnsettled(respondWithGame(), prizes);
    expect(await screen.findByText('Failed to load the result')).toBeTruthy();
    expect(screen.queryByText('No result yet')).toBeNull();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('The prizes of Gameweek 3 are not settled.')).toBeTruthy();
  });
});
