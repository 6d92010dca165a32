/** Purpose of a transfer. It determines the receiving wallet. */
export type TransferPurpose = 'entry-fee' | 'staking' | 'payout';

/** A payment in FOOTBALL from the connected wallet. */
export interface Transfer {
  /**
   * The recipient, as received from the server. Any other wallet than the deployment's own for this purpose, or the recipient of
   * the payout, is rejected.
   */
  to: string;
  /** Tokens as a decimal string with up to 18 decimals: "500", "0.5". */
  amount: string;
  purpose: TransferPurpose;
  /**
   * Id of the payout, for the purpose `payout` only. The connected admin has started this payout. The transfer is sent from the
   * account that the server names; the wallet must expose that account to the page.
   */
  payout?: string;
}

/** Progress of a transfer. `hash` may change between `sent` and `confirmed` if the user speeds it up in the wallet. */
export type TransferStep =
  | { step: 'checking' }
  | { step: 'confirm-in-wallet' }
  | { step: 'sent'; hash: string }
  | { step: 'confirmed'; hash: string };

export interface Transfers {
  /**
   * Checks the transfer, requests it from the wallet and waits for the receipt (PAY-08). `onStep` receives `sent` as soon as the
   * hash exists. Store the hash immediately: after a reload, `wait` can then continue without a second payment.
   * @throws TransferError
   */
  send(transfer: Transfer, onStep?: (step: TransferStep) => void): Promise<{ hash: string }>;
  /**
   * Waits for the receipt of a transfer that was sent earlier. Returns the hash that was mined.
   * @throws TransferError; after NETWORK_ERROR the state of the payment is unknown: wait again
   */
  wait(hash: string): Promise<{ hash: string }>;
  /** Payouts with one confirmation. Absent in older shells. */
  batches?: Batches;
  /** Transactions of administrators with the prize vault. Absent in older shells. */
  vault?: VaultTransactions;
  /** Claims of prizes. Absent in older shells. */
  claims?: Claims;
  /** FOOTBALL balance of a wallet, in whole tokens as a decimal string. Fails while the chain cannot be read. */
  balance(address: string): Promise<string>;
}

/** Result of a claim. `hash` is null if the prize was already paid, for example by a push of the operator. */
export interface ClaimResult {
  hash: string | null;
}

/** Claims of the user's prizes. The vault pays each prize once, always to the account in its leaf. */
export interface Claims {
  /**
   * Loads the prize of an entry with its proof, checks it on the chain, requests the claim from the wallet and waits for the receipt.
   * Store the hash at `sent`: after a reload, `wait` can then continue without a second request.
   * @throws TransferError; the prize stays claimable
   */
  send(participationId: string, onStep?: (step: TransferStep) => void): Promise<ClaimResult>;
  /** Waits for a claim that was sent earlier. @throws TransferError; after NETWORK_ERROR the state of the claim is unknown: wait again */
  wait(participationId: string, hash: string): Promise<ClaimResult>;
}

/** Several payouts from one account. */
export interface Batch {
  /** Chosen by the caller. The wallet sends a batch with the same id only once. */
  id: string;
  transfers: readonly Transfer[];
}

export type BatchStep =
  | { step: 'checking' }
  | { step: 'confirm-in-wallet' }
  /** `id` is the wallet's own, for `wait`. */
  | { step: 'sent'; id: string };

export interface BatchResult {
  /** False if the wallet has stopped before sending every transfer. */
  complete: boolean;
  /** The transfers that are on the chain. */
  mined: readonly { hash: string; to: string; amount: string }[];
}

/** Batches of payouts for wallets that send several transfers with one confirmation, atomic or not (EIP-5792). */
export interface Batches {
  /** True if the connected wallet offers batches. */
  supported(): Promise<boolean>;
  /**
   * Checks every payout like `send`, requests the batch from the wallet once and waits until it has been executed. Store the id
   * at `confirm-in-wallet` and `sent`: after a reload, `wait` can then continue without a second payment.
   * @throws TransferError; nothing was signed if its code is USER_REJECTED or it has a `batch`
   */
  send(batch: Batch, onStep?: (step: BatchStep) => void): Promise<BatchResult>;
  /** Waits for a batch that was requested earlier. @throws TransferError; `batch` is `unknown` if the wallet does not know it */
  wait(id: string): Promise<BatchResult>;
}

/** Progress of a transaction with the prize vault. Store `pending` whenever a step carries it. */
export type VaultStep =
  | { step: 'checking' }
  | {
      step: 'confirm-in-wallet';
      action: 'approve' | 'settle' | 'approve-and-settle' | 'pay';
      pending?: string;
    }
  | { step: 'sent'; pending: string };

export interface VaultOptions {
  /** The last stored `pending` of an interrupted transaction. It is waited for before anything else is requested. */
  pending?: string | null;
  onStep?(step: VaultStep): void;
}

/**
 * Funding and payment of prizes. The shell reads the calls from the server, so that a remote can only name the game.
 * Both methods throw a TransferError; with a `hash`, or after NETWORK_ERROR, the transaction may still be mined.
 */
export interface VaultTransactions {
  /**
   * Moves the tokens of a settlement from the treasury into the vault: `approve` and `settle` with one confirmation where the
   * wallet can (EIP-5792), otherwise with two. Steps that the chain already has are skipped, and the vault settles a game once.
   */
  fund(game: string, options?: VaultOptions): Promise<void>;
  /**
   * Pays the next batch of unpaid prizes after the cursor with one transaction; without one if they are paid on the chain.
   * @returns the next cursor, null after the last batch, and the number of prizes in this one
   */
  pay(
    game: string,
    after: string | null,
    options?: VaultOptions,
  ): Promise<{ next: string | null; prizes: number }>;
}

/** `too-large` and `unsupported`: the wallet has rejected the batch unseen. `unknown`: it does not know the id. */
export type BatchProblem = 'too-large' | 'unsupported' | 'unknown';

/** PAY-10 */
export type TransferErrorCode =
  | 'USER_REJECTED'
  | 'INSUFFICIENT_FUNDS'
  | 'NETWORK_ERROR'
  | 'CONTRACT_ERROR'
  | 'UNKNOWN_ERROR';

/** The component that failed. */
export type TransferErrorType = 'wallet' | 'balance' | 'network' | 'contract' | 'unknown';

/** The first two are quoted in PAY-11 and PAY-12. */
const TITLES: Readonly<Record<TransferErrorCode, string>> = {
  USER_REJECTED: 'Transaction Cancelled',
  INSUFFICIENT_FUNDS: 'Insufficient Balance',
  NETWORK_ERROR: 'Network Error',
  CONTRACT_ERROR: 'Contract Error',
  UNKNOWN_ERROR: 'Payment Failed',
};

const TYPES: Readonly<Record<TransferErrorCode, TransferErrorType>> = {
  USER_REJECTED: 'wallet',
  INSUFFICIENT_FUNDS: 'balance',
  NETWORK_ERROR: 'network',
  CONTRACT_ERROR: 'contract',
  UNKNOWN_ERROR: 'unknown',
};

/** The fixed texts of PAY-11 to PAY-14. */
export const TRANSFER_TEXT = {
  USER_REJECTED: 'Transaction was cancelled. You can try again when ready.',
  NETWORK_ERROR: 'Network error occurred. Please check your internet connection and try again.',
  CONTRACT_ERROR:
    'Transaction failed due to a smart contract error. Please try again later or contact support.',
} as const;

interface TransferErrorExtras {
  /** Hash of the sent transaction. While it may still be mined, the user must not pay again. */
  hash?: string;
  title?: string;
  type?: TransferErrorType;
  batch?: BatchProblem | undefined;
  cause?: unknown;
}

/** The only error that transfers throw: a title, a sentence for the user, and the code and type of PAY-10. */
export class TransferError extends Error {
  readonly code: TransferErrorCode;
  readonly title: string;
  readonly type: TransferErrorType;
  readonly hash: string | undefined;
  readonly batch: BatchProblem | undefined;

  constructor(code: TransferErrorCode, message: string, extras: TransferErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'TransferError';
    this.code = code;
    this.title = extras.title ?? TITLES[code];
    this.type = extras.type ?? TYPES[code];
    this.hash = extras.hash;
    this.batch = extras.batch;
  }

  /** The shell and each remote bundle a copy of this class, so instances are recognised by shape. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'TransferError' && 'code' in value && 'title' in value;
  }
}

/** Converts any failure to a TransferError. Unknown failures become UNKNOWN_ERROR with their own message (PAY-14, PAY-15). */
export function toTransferError(failure: unknown): TransferError {
  if (failure instanceof TransferError) return failure;
  // Some wallets throw plain objects.
  const text = (failure as { message?: unknown } | null | undefined)?.message;
  const message = typeof text === 'string' ? text : '';
  return new TransferError(
    'UNKNOWN_ERROR',
    message === '' ? 'Payment failed' : `Transaction failed: ${message}`,
    {
      cause: failure,
    },
  );
}
