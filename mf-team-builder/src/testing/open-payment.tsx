import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { type JoinAnswer, joinGame } from '@touchline/api/http/entries';
import { canJoin, type Game, type JoinReason } from '@touchline/api/http/games';
import { type Reservation, reserve } from '@touchline/api/http/reservations';
import { FakePage } from '@touchline/host/testing/FakePage';
import { answer, type FakeAnswer, type FakeCall } from '@touchline/host/testing/fake-answers';
import {
  createFakeHost,
  FAKE_ADDRESS,
  FAKE_CONFIG,
  type FakeHost,
  type FakeHostOptions,
  fakeUser,
} from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { PaymentDialog } from '../payment/PaymentDialog.tsx';
import type { SentPayment } from '../payment/payment-records.ts';
import { useEntryPayment } from '../payment/use-entry-payment.ts';
import { buildGame, buildParticipation, NOW } from './build.ts';
import { button, press } from './open-builder.tsx';

// Other work may hold this machine up for seconds.
configure({ asyncUtilTimeout: 5_000 });

/** A season game for 500 FOOTBALL. */
export const paidGame = buildGame(9, 24, { game_type: 'SEASON', name: 'Season 2026/27', entry_fee: '500' });
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

/** A payment as the browser keeps it, its hash known. */
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

/** What the server says to each join in turn; the last one again and again. */
type Join = 'joined' | 'pending' | TouchlineError;

export const refusal = (code: string, message = `The server says ${code}.`) =>
  new TouchlineError(code, message);

interface Paid {
  game?: Game;
  joins?: readonly Join[];
  reserved?: (call: FakeCall) => Reservation | Promise<Reservation>;
  eligibility?: () => JoinReason | null;
  answers?: FakeAnswer[];
  host?: FakeHostOptions;
}

/** Answers of a server that takes payments, and every call that reached it. */
export function payingServer({ game = paidGame, joins = ['joined'], reserved, eligibility }: Paid = {}) {
  const reservations: FakeCall[] = [];
  const joined: FakeCall[] = [];
  const answers = [
    answer(reserve, async (call) => {
      reservations.push(call);
      return { reservation: await (reserved ?? (() => reservationFor(game)))(call) };
    }),
    answer(joinGame, (call): JoinAnswer => {
      const said = joins[Math.min(joined.length, joins.length - 1)];
      joined.push(call);
      if (said instanceof TouchlineError) throw said;
      if (said === 'pending') return { status: 'PENDING', reservation_id: RESERVATION_ID };
      return { participation: buildParticipation(1, { game, game_id: game.id }) };
    }),
    answer(canJoin, () => ({ canJoin: true, reason: '', code: eligibility?.() ?? null })),
  ];
  return { answers, reservations, joined };
}

/** What the till was told, and every call that reached the server. */
type Till = ReturnType<typeof payingServer> & {
  host: FakeHost;
  joinedTeams: string[];
  refusedTeams: string[];
};

/** The payment dialog alone, opened for a team of the game: "Create Team" stands for the builder around it. */
export function openTill(options: Paid = {}): Till {
  const { game = paidGame } = options;
  const server = payingServer(options);
  const host = createFakeHost({
    user: fakeUser(),
    now: () => NOW,
    ...options.host,
    answers: [...server.answers, ...(options.answers ?? [])],
  });
  const joinedTeams: string[] = [];
  const refusedTeams: string[] = [];
  const pages = {
    '/': () => (
      <TillPage
        game={game}
        onJoined={() => joinedTeams.push(game.id)}
        onTeamRefused={({ message }) => refusedTeams.push(message)}
      />
    ),
  };
  render(
    <TouchlineTheme>
      <FakePage host={host} pages={pages} />
    </TouchlineTheme>,
  );
  return { ...server, host, joinedTeams, refusedTeams };
}

interface TillPageProps {
  game: Game;
  onJoined: () => void;
  onTeamRefused: (error: Error) => void;
}

function TillPage({ game, onJoined, onTeamRefused }: TillPageProps) {
  const payment = useEntryPayment({ wallet: FAKE_ADDRESS, game, onJoined, onTeamRefused });
  const order = { wallet: FAKE_ADDRESS, game, team: buildSent().team, fee: game.entry_fee };
  return (
    <>
      <button type="button" onClick={() => payment.open(order)}>
        Create Team
      </button>
      <PaymentDialog payment={payment} />
    </>
  );
}

/** Opens the dialog at what is to be paid. */
export async function openConfirm(options: Paid = {}): Promise<Till> {
  const till = openTill(options);
  press('Create Team');
  await stepIs('confirm');
  return till;
}

export const payFee = () => fireEvent.click(button('Pay Entry Fee'));
export const said = (text: string | RegExp) => screen.findByText(text);
export const storedPayments = () =>
  Object.keys(localStorage).filter((key) => key.startsWith('touchline.payment.'));
/** Waits until the dialog shows this step. */
export const stepIs = (step: string) =>
  waitFor(() => {
    if (!document.querySelector(`[data-step="${step}"]`)) throw new Error(`The step is not ${step}`);
  });
