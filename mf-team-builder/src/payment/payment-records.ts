import { joinBody, TRANSACTION_HASH } from '@touchline/api/http/entries';
import { gameType } from '@touchline/api/http/games';
import { z } from 'zod';

const team = joinBody.omit({ transaction_hash: true });
/** A team on its way into a game, without the hash of its payment. */
export type PaidTeam = z.input<typeof team>;

const paymentRecord = z.object({
  /** Who pays, lower case; nobody else's session touches it. */
  wallet: z.string(),
  game: z.object({ id: z.string(), name: z.string(), game_type: gameType }),
  /** Whole FOOTBALL. */
  amount: z.string(),
  reservation_id: z.string(),
  /** Null: the wallet was asked and nobody knows its answer. */
  hash: z.string().regex(TRANSACTION_HASH).nullable(),
  team,
  /** Why the server did not let it join; final. */
  refusal: z.object({ code: z.string(), message: z.string() }).optional(),
});

/** An entry fee that was asked for or paid: what a reload or another tab needs to go on (game rules 5). */
export type PaymentRecord = z.infer<typeof paymentRecord>;
/** One whose transaction exists: it joins, and is never paid again. */
export type SentPayment = PaymentRecord & { hash: string };

export const wasSent = (record: PaymentRecord): record is SentPayment => record.hash !== null;

const PREFIX = 'touchline.payment.';
const keyOf = (wallet: string, gameId: string) => `${PREFIX}${wallet}.${gameId}`;
const listeners = new Set<() => void>();
/** What the browser's storage did not take; lost with this page, like everything else it does not take. */
const unstored = new Map<string, string>();

function read(key: string): string | null {
  return unstored.get(key) ?? localStorage.getItem(key);
}

function changed(): void {
  for (const listener of [...listeners]) listener();
}

/** One text for all records of a wallet: it changes exactly when they do. */
export function snapshotOf(wallet: string): string {
  const stored = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  const keys = [...new Set([...stored, ...unstored.keys()])].filter((key) =>
    key.startsWith(keyOf(wallet, '')),
  );
  return JSON.stringify(keys.sort().map((key) => read(key)));
}

/** The records of a snapshot; what cannot be understood is left out, the server completes it all the same. */
export function recordsIn(snapshot: string): PaymentRecord[] {
  return (JSON.parse(snapshot) as string[]).flatMap((text) => parse(text) ?? []);
}

function parse(text: string): PaymentRecord | null {
  try {
    return paymentRecord.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The payment of a wallet for a game, if there is one under way. */
export function findRecord(wallet: string, gameId: string): PaymentRecord | null {
  const text = read(keyOf(wallet, gameId));
  return text === null ? null : parse(text);
}

/** Keeps a record; one per wallet and game. */
export function saveRecord(record: PaymentRecord): void {
  const key = keyOf(record.wallet, record.game.id);
  const text = JSON.stringify(record);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
  changed();
}

/** Forgets a record; false when it was gone already (another tab was faster). */
export function removeRecord({ wallet, game }: PaymentRecord): boolean {
  const key = keyOf(wallet, game.id);
  const was = read(key) !== null;
  localStorage.removeItem(key);
  unstored.delete(key);
  if (was) changed();
  return was;
}

/** Hears of changes in this tab and in others. */
export function onRecords(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(PREFIX)) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', elsewhere);
  };
}
