import { type FakeHostOptions, fakeUser } from '@touchline/host/testing/fake-host';
import { ADMIN, LISTS } from './open-admin.tsx';

/** Data for `npm run dev`, which runs without a backend: a dashboard with one row in each list. */
export const standalone: FakeHostOptions = {
  user: fakeUser({ wallet_address: ADMIN, isAdmin: true }),
  responses: LISTS,
};
