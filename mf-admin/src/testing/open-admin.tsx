import { act, fireEvent, render, screen } from '@testing-library/react';
import {
  type AdminParticipationDetails,
  getAdminParticipation,
  listAdminParticipations,
} from '@touchline/api/http/admin-entries';
import { type AdminGameDetails, getAdminGame, listAdminGames } from '@touchline/api/http/admin-games';
import { adminStats } from '@touchline/api/http/admin-overview';
import { type AdminStakeDetails, getAdminStake, listAdminStakes } from '@touchline/api/http/admin-stakes';
import { useHost, useWatched } from '@touchline/host/host';
import { FakePage } from '@touchline/host/testing/FakePage';
import { createFakeHost, FAKE_ADDRESS, type FakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { Activity } from 'react';
import { AdminPage } from '../page/AdminPage.tsx';

const AT = '2026-09-01T12:00:20.000Z';
export const ADMIN = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

export function buildParticipation(
  changes: Partial<AdminParticipationDetails> = {},
): AdminParticipationDetails {
  return {
    id: fakeId(2, 1),
    wallet_address: FAKE_ADDRESS,
    team_name: 'Onion Bag',
    game_name: 'Gameweek 7',
    game_type: 'WEEKLY',
    formation: '4-4-2',
    captain_id: 11,
    vice_captain_id: 12,
    entry_points: 40,
    current_points: 1234,
    coefficient_applied: 1.055,
    earned_points: 0,
    sealed_players: 0,
    players_snapshot: [],
    version: 'v1',
    game_id: fakeId(1, 7),
    joined_at: AT,
    rank: 3,
    suspended: false,
    excluded: null,
    cleared_points: 0,
    adjustments: [],
    ...changes,
  };
}

export const buildStake = (changes: Partial<AdminStakeDetails> = {}): AdminStakeDetails => ({
  id: fakeId(3, 1),
  wallet_address: FAKE_ADDRESS,
  amount: '2500.5',
  lock_start_date: AT,
  lock_end_date: '2027-05-23T17:30:00.000Z',
  is_active: true,
  version: 'v1',
  state: 'ACTIVE',
  season_id: '2026',
  transaction_hash: `0x${'1'.repeat(64)}`,
  transferred: '2500.5',
  unlocked_at: null,
  ...changes,
});

export const buildGame = (changes: Partial<AdminGameDetails> = {}): AdminGameDetails => ({
  id: fakeId(1, 7),
  name: 'Friday Cup',
  game_type: 'TOURNAMENT',
  status: 'UPCOMING',
  entry_fee: '1000',
  start_time: AT,
  end_time: '2026-09-08T12:00:00.000Z',
  participation_count: 3,
  version: 'v1',
  settlement: 'PENDING',
  created_at: AT,
  first_gameweek: 7,
  last_gameweek: 8,
  max_participants: 20,
  cancelled_by: null,
  paid_entries: 2,
  paid_total: '2000',
  ...changes,
});

export const PLAYER = {
  id: 11,
  code: 1011,
  name: 'Bukayo Saka',
  web_name: 'Saka',
  team: 1,
  team_code: 3,
  position: 3,
  price: 10.1,
};

/** Responses for the lists that the dashboard loads first, with one row each. */
export const LISTS: readonly FakeResponse[] = [
  fakeResponse(adminStats, {
    totalUsers: 1234,
    totalGames: 5,
    totalParticipations: 45,
    totalStakingRecords: 6,
    totalStakedAmount: '1234.567',
    activeStakes: 4,
  }),
  fakeResponse(listAdminParticipations, { participations: [buildParticipation()], total: 1 }),
  fakeResponse(getAdminParticipation, { participation: buildParticipation() }),
  fakeResponse(listAdminStakes, { stakingRecords: [buildStake()], total: 1 }),
  fakeResponse(getAdminStake, { stakingRecord: buildStake() }),
  fakeResponse(listAdminGames, { games: [buildGame()], total: 1 }),
  fakeResponse(getAdminGame, { game: buildGame() }),
];

/** The dashboard, which the shell hides while the wallet is locked. */
function Dashboard() {
  const { status } = useWatched(useHost().wallet);
  return (
    <Activity mode={status === 'connected' ? 'visible' : 'hidden'}>
      <AdminPage />
    </Activity>
  );
}

const ADMIN_USER = fakeUser({ wallet_address: ADMIN, isAdmin: true });

/** Opens /admin as an admin. `responses` override those in `LISTS`. */
export function openAdmin(responses: readonly FakeResponse[] = []) {
  const host = createFakeHost({ user: ADMIN_USER, responses: [...LISTS, ...responses] });
  render(
    <TouchlineTheme>
      <FakePage host={host} pages={{ '/admin': Dashboard }} at="/admin" />
    </TouchlineTheme>,
  );
  return host;
}

/** Ends the session, as the shell does: on the home page and without its queries. Then an admin signs in and returns. */
export function endSessionAndReturn(host: FakeHost, user = ADMIN_USER) {
  act(() => host.session.set({ status: 'guest', user: null }));
  act(() => host.navigate('/'));
  host.queryClient.clear();
  act(() => host.session.set({ status: 'player', user }));
  act(() => host.navigate('/admin'));
}

export const listHeads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

export const listCells = () => screen.getAllByRole('cell').map((cell) => cell.textContent);
export const openTab = async (name: string) => fireEvent.click(await screen.findByRole('tab', { name }));
export const search = (text: string) =>
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });

/** Records the queries of a list. */
export function createRecorder() {
  const queries: Record<string, string>[] = [];
  return { queries, last: () => queries.at(-1) };
}
