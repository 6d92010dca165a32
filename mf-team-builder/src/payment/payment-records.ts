import { joinBody, TRANSACTION_HASH } from '@touchline/api/http/entries';
import { gameType } from '@touchline/api/http/games';
import { useShared } from '@touchline/host/host';
import { z } from 'zod/mini';

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

const PREFIX = 'touchline.payment.';
const buildKey = (wallet: string, gameId: string) => `${PREFIX}${wallet}.${gameId}`;

/**
 * Payment records in local storage. Each wallet and game has its own key, so tabs never overwrite each other's records. Every
 * read goes to local storage, because another tab may have just paid.
 */
export function createPaymentRecords() {
  const listeners = new Set<() => void>();
  /** Records that could not be stored, for example because local storage is full. They last as long as the page. */
  const unstored = new Map<string, string>();
  const read = (key: string) => unstored.get(key) ?? localStorage.getItem(key);
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    /** Finds the payment of a wallet for a game. */
    find(wallet: string, gameId: string): PaymentRecord | null {
      const text = read(buildKey(wallet, gameId));
      return text === null ? null : parse(text);
    },

    save(record: PaymentRecord): void {
      const key = buildKey(record.wallet, record.game.id);
      const text = JSON.stringify(record);
      try {
        localStorage.setItem(key, text);
        unstored.delete(key);
      } catch {
        unstored.set(key, text);
      }
      notify();
    },

    /** Returns false if another tab has removed the record already. */
    remove({ wallet, game }: PaymentRecord): boolean {
      const key = buildKey(wallet, game.id);
      const existed = read(key) !== null;
      localStorage.removeItem(key);
      unstored.delete(key);
      if (existed) notify();
      return existed;
    },

    /** Serialises all records of a wallet to a string that changes exactly when they do. */
    snapshot(wallet: string): string {
      const stored = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
      const keys = new Set(
        [...stored, ...unstored.keys()].filter((key) => key.startsWith(buildKey(wallet, ''))),
      );
      return JSON.stringify([...keys].sort().map(read));
    },

    /** Calls `listener` after changes in this or another tab. Returns the function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(PREFIX)) listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

export type PaymentRecords = ReturnType<typeof createPaymentRecords>;

/** The payment records of this page. */
export const usePaymentRecords = () => useShared(createPaymentRecords);

/** Parses a snapshot. Skips invalid records, because the server completes those payments without the browser. */
export function parseRecords(snapshot: string): PaymentRecord[] {
  return (JSON.parse(snapshot) as string[]).flatMap((text) => parse(text) ?? []);
}

function parse(text: string): PaymentRecord | null {
  try {
    return paymentRecord.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
