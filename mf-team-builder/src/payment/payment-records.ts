import { joinBody, TRANSACTION_HASH } from '@touchline/api/http/entries';
import { gameType } from '@touchline/api/http/games';
import { useShared } from '@touchline/host/host';
import { z } from 'zod/mini';
import { createStoredTexts, parseStored } from '../stored.ts';

const team = z.omit(joinBody, { transaction_hash: true });
/** The team that the payment is for, without the transaction hash. */
export type PaidTeam = z.input<typeof team>;

const paymentRecord = z.object({
  /** The payer's address in lower case. Sessions of other wallets ignore the record. */
  wallet: z.string(),
  game: z.object({ id: z.string(), name: z.string(), game_type: gameType }),
  /** Whole FOOTBALL. */
  amount: z.string(),
  reservation_id: z.string(),
  /** Null while the wallet has not responded to the request. */
  hash: z.nullable(z.string().check(z.regex(TRANSACTION_HASH))),
  team,
  /** The server's final rejection of the join. */
  rejection: z.optional(z.object({ code: z.string(), message: z.string() })),
});

/** An entry fee that was requested or paid. A reload or another tab continues from this record (game rules 5). */
export type PaymentRecord = z.infer<typeof paymentRecord>;
/** A payment whose transaction exists. It joins and is never paid again. */
export type SentPayment = PaymentRecord & { hash: string };

export const wasSent = (record: PaymentRecord): record is SentPayment => record.hash !== null;

const buildId = (wallet: string, gameId: string) => `${wallet}.${gameId}`;

const KEY_PREFIX = 'touchline.payment.';

/**
 * Payment records in local storage. Each wallet and game has its own key, so tabs never overwrite each other's records. Every
 * read goes to local storage, because another tab may have just paid.
 */
export function createPaymentRecords() {
  const texts = createStoredTexts(KEY_PREFIX);
  // Browsers send this event to other tabs only.
  const notify = () => window.dispatchEvent(new StorageEvent('storage', { key: KEY_PREFIX }));
  return {
    /** Finds the payment of a wallet for a game. */
    find: (wallet: string, gameId: string) => parse(texts.find(buildId(wallet, gameId))),

    save(record: PaymentRecord): void {
      texts.save(buildId(record.wallet, record.game.id), JSON.stringify(record));
      notify();
    },

    /** Returns false if another tab has removed the record already. */
    remove({ wallet, game }: PaymentRecord): boolean {
      const id = buildId(wallet, game.id);
      const existed = texts.find(id) !== null;
      texts.remove(id);
      if (existed) notify();
      return existed;
    },

    /** Serialises all records of a wallet to a string that changes exactly when they do. */
    snapshot(wallet: string): string {
      const ids = texts.list().filter((id) => id.startsWith(buildId(wallet, '')));
      return JSON.stringify(ids.map(texts.find));
    },

    /** Calls `listener` after changes in this or another tab. Returns the function that unsubscribes. */
    subscribe: texts.subscribe,
  };
}

export type PaymentRecords = ReturnType<typeof createPaymentRecords>;

/** The payment records of this page. */
export const usePaymentRecords = () => useShared(createPaymentRecords);

/** Parses a snapshot. Skips invalid records, because the server completes those payments without the browser. */
export function parseRecords(snapshot: string): PaymentRecord[] {
  return (JSON.parse(snapshot) as string[]).flatMap((text) => parse(text) ?? []);
}

const parse = (text: string | null) => parseStored(text, paymentRecord);
