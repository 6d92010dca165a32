import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { type JoinResponse, joinGame } from '@touchline/api/http/entries';
import { canJoin, type Game, type JoinReason } from '@touchline/api/http/games';
import { type Reservation, reserve } from '@touchline/api/http/reservations';
import { FakePage } from '@touchline/host/testing/FakePage';
import {
  createFakeHost,
  FAKE_ADDRESS,
  FAKE_CONFIG,
  type FakeHost,
  type FakeHostOptions,
  fakeUser,
} from '@touchline/host/testing/fake-host';
import { type FakeRequest, type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { PaymentDialog } from '../payment/PaymentDialog.tsx';
import { createPaymentRecords, type PaymentRecord, type SentPayment } from '../payment/payment-records.ts';
import { useEntryPayment } from '../payment/use-entry-payment.ts';
import { buildGame, buildParticipation, NOW, RECEIPT } from './fixtures.ts';
import { button, press } from './open-builder.tsx';
import { openPage } from './open-page.tsx';
import { noTeams } from './responses.ts';

/** A season game for 500 FOOTBALL. */
export const paidGame = buildGame(9, 24, { game_type: 'SEASON', name: 'Season 2026/27', entry_fee: '500' });
/** A tournament for 1000 FOOTBALL. */
export const cup = buildGame(8, 1, { game_type: 'TOURNAMENT', name: 'Friday Night Cup', entry_fee: '1000' });
export const OTHER_WALLET = `0x${'12'.repeat(20)}`;
export const HASH = `0x${'ab'.repeat(32)}`;
const RESERVATION_ID = '00000009-0000-4000-8000-000000000009';
export const TEAM_NAME = "0x7099...79c8's Team";

export const reservationFor = (game: Game, fields: Partial<Reservation> = {}): Reservation => ({
  reservation_id: RESERVATION_ID,
  game_id: game.id,
  amount: game.entry_fee,
  token: FAKE_CONFIG.token.address,
  recipient: FAKE_CONFIG.treasury_wallet,
  expires_at: new Date(NOW + 180_000).toISOString(),
  ...fields,
});

/** Builds the record of a sent payment. */
export function buildSent(game = paidGame, fields: Partial<SentPayment> = {}): SentPayment {
  const { id, name, game_type } = game;
  return {
    wallet: FAKE_ADDRESS,
    game: { id, name, game_type },
    amount: game.entry_fee,
    reservation_id: RESERVATION_ID,
    hash: HASH,
    team: {
      team_name: TEAM_NAME,
      roster: Array.from({ length: 15 }, (_, at) => at + 1),
      formation: '3-4-3',
      field_players: Array.from({ length: 11 }, (_, at) => at + 1),
      bench_players: [12, 13, 14, 15],
      captain_id: 1,
      vice_captain_id: 2,
    },
    ...fields,
  };
}

/** Response of the server to a join request. */
type Join = 'joined' | 'pending' | TouchlineError;

export const apiError = (code: string, message = `Rejected with ${code}.`, retryAfter?: number) =>
  new TouchlineError(code, message, retryAfter === undefined ? {} : { retryAfter });

interface PaymentServerOptions {
  game?: Game;
  /** Responses to join requests, in order; the last one repeats. */
  joins?: readonly Join[];
  reserved?: (request: FakeRequest) => Reservation | Promise<Reservation>;
  eligibility?: () => JoinReason | null;
  responses?: FakeResponse[];
  host?: FakeHostOptions;
}

/** Fakes a server that accepts payments; also returns the received requests. */
export function createPaymentServer({
  game = paidGame,
  joins = ['joined'],
  reserved,
  eligibility,
}: PaymentServerOptions = {}) {
  const reservations: FakeRequest[] = [];
  const joined: FakeRequest[] = [];
  const responses = [
    fakeResponse(reserve, async (request) => {
      reservations.push(request);
      return { reservation: await (reserved ?? (() => reservationFor(game)))(request) };
    }),
    fakeResponse(joinGame, (request): JoinResponse => {
      const reply = joins[Math.min(joined.length, joins.length - 1)];
      joined.push(request);
      if (reply instanceof TouchlineError) throw reply;
      if (reply === 'pending') return { status: 'PENDING', reservation_id: RESERVATION_ID };
      return { participation: buildParticipation(1, { game, game_id: game.id }), receipt: RECEIPT };
    }),
    fakeResponse(canJoin, () => ({ canJoin: true, reason: '', code: eligibility?.() ?? null })),
  ];
  return { responses, reservations, joined };
}

/** The host, the reported callbacks of the dialog and the requests that the server received. */
type OpenedPayment = ReturnType<typeof createPaymentServer> & {
  host: FakeHost;
  joinedTeams: string[];
  rejectedTeams: string[];
};

/** Renders the payment dialog without the builder; "Create Team" opens it. */
export function openPayment(options: PaymentServerOptions = {}): OpenedPayment {
  const { game = paidGame } = options;
  const server = createPaymentServer(options);
  const host = createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    ...options.host,
    responses: [...server.responses, ...(options.responses ?? [])],
  });
  const joinedTeams: string[] = [];
  const rejectedTeams: string[] = [];
  const pages = {
    '/': () => (
      <PaymentPage
        game={game}
        onJoined={() => joinedTeams.push(game.id)}
        onTeamRejected={({ message }) => rejectedTeams.push(message)}
      />
    ),
  };
  render(
    <TouchlineTheme>
      <FakePage host={host} pages={pages} />
    </TouchlineTheme>,
  );
  return { ...server, host, joinedTeams, rejectedTeams };
}

interface PaymentPageProps {
  game: Game;
  onJoined: () => void;
  onTeamRejected: (error: Error) => void;
}

function PaymentPage({ game, onJoined, onTeamRejected }: PaymentPageProps) {
  const payment = useEntryPayment({ wallet: FAKE_ADDRESS, game, onJoined, onTeamRejected });
  const order = { wallet: FAKE_ADDRESS, game, team: buildSent().team, fee: game.entry_fee };
  return (
    <>
      <button type="button" onClick={() => payment.open(order)}>
        Create Team
      </button>
      <PaymentDialog opened={payment.step !== null} onClose={payment.close} payment={payment} />
    </>
  );
}

/** Opens the dialog at its confirm step. */
export async function openConfirm(options: PaymentServerOptions = {}): Promise<OpenedPayment> {
  const opened = openPayment(options);
  press('Create Team');
  await waitForStep('confirm');
  return opened;
}

/** Opens My Teams with a server that accepts payments. */
export function openMyTeams(options: PaymentServerOptions = {}) {
  const server = createPaymentServer(options);
  const host = createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    responses: [noTeams, ...server.responses],
  });
  openPage(host, '/my-team');
  return { host, ...server };
}
/** Finds the list of payments on My Teams. */
export const openPayments = async () => within(await screen.findByRole('list', { name: 'Payments' }));

export const pressPayFee = () => fireEvent.click(button('Pay Entry Fee'));
export const findText = (text: string | RegExp) => screen.findByText(text);
/** Stores a payment, as an earlier visit or another tab does. */
export function storePayment(record: PaymentRecord): void {
  createPaymentRecords().save(record);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
}

/** Finds the stored payment of a wallet for `paidGame`. */
export const storedPayment = (wallet = FAKE_ADDRESS) => createPaymentRecords().find(wallet, paidGame.id);
export const storedPayments = () =>
  Object.keys(localStorage).filter((key) => key.startsWith('touchline.payment.'));
/** Waits until the dialog shows this step. */
export const waitForStep = (step: string) =>
  waitFor(() => {
    if (!document.querySelector(`[data-step="${step}"]`)) throw new Error(`The step is not ${step}`);
  });
