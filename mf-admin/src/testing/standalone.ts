import { type FakeHostOptions, fakeUser } from '@touchline/host/testing/fake-host';
import { ADMIN, LISTS } from './open-admin.tsx';

/** What `npm run dev` shows without a backend: the dashboard with one row in each list. */
export const alone: FakeHostOptions = {
  user: fakeUser({ wallet_address: ADMIN, isAdmin: true }),
  responses: LISTS,
};
