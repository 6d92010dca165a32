import type { TouchlineError } from '@touchline/api/errors';
import {
  type AdminParticipationDetails,
  clearPoints,
  excludeParticipation,
  getAdminParticipation,
  listAdminParticipations,
  restorePoints,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { ADMIN, buildParticipation, PLAYER } from './open-admin.tsx';

/** Fake server with one participation, which the dialog changes. */
export function createFakeServer(changes: Partial<AdminParticipationDetails> = {}) {
  let stored = buildParticipation({ players_snapshot: [PLAYER], ...changes });
  let failure: TouchlineError | null = null;
  const requests = { bodies: [] as unknown[], queries: [] as unknown[], lists: 0, cleared: 0 };
  const change = (next: Partial<typeof stored>) => {
    stored = { ...stored, ...next, version: `${stored.version}1` };
    return { participation: stored };
  };
  const responses: FakeResponse[] = [
    fakeResponse(listAdminParticipations, () => {
      requests.lists += 1;
      return { participations: [stored], total: 1 };
    }),
    fakeResponse(getAdminParticipation, () => ({ participation: stored })),
    fakeResponse(updateAdminParticipation, ({ body, query }) => {
      requests.bodies.push(body);
      requests.queries.push(query);
      if (failure) throw failure;
      return change(body as never);
    }),
    fakeResponse(clearPoints, ({ query }) => {
      requests.cleared += 1;
      requests.queries.push(query);
      if (failure) throw failure;
      return change({ earned_points: 0, cleared_points: stored.earned_points });
    }),
    fakeResponse(restorePoints, ({ body }) => {
      requests.bodies.push(body);
      if (failure) throw failure;
      return change({ earned_points: stored.cleared_points, cleared_points: 0 });
    }),
    fakeResponse(excludeParticipation, ({ body }) =>
      change({
        excluded: { at: stored.joined_at, admin: ADMIN, ...(body as { reason: string }) },
      }),
    ),
  ];
  const fail = (error: TouchlineError | null) => {
    failure = error;
  };
  return { responses, requests, change, fail };
}
