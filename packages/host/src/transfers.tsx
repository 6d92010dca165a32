/** What a transfer pays for; it decides the wallet that receives it. */
export type TransferPurpose = 'entry-fee' | 'staking';

/** A payment in FOOTBALL from the connected wallet. */
export interface Transfer {
  /** The recipient as the server named it; refused when it is not this deployment's wallet for the purpose. */
  to: string;
  /** Whole tokens, a decimal text with at most 18 decimals: "500", "0.5". */
  amount: string;
  purpose: TransferPurpose;
}

/** Where a transfer stands. `hash` may change between `sent` and `confirmed`: the user can speed it up in his wallet. */
export type TransferStep =
  | { step: 'checking' }
  | { step: 'confirm-in-wallet' }
  | { step: 'sent'; hash: string }
  | { step: 'confirmed'; hash: string };

export interface Transfers {
  /**
   * Checks, asks the wallet, and waits for the receipt (PAY-08). `onStep` hears `sent` in the moment the hash exists: keep it
   * before anything else, so that a reload goes on with `wait` and never pays twice. Raises TransferError.
   */
  send(transfer: Transfer, onStep?: (step: TransferStep) => void): Promise<{ hash: string }>;
  /**
   * Waits for the receipt of a transfer that was sent before; the answer's hash is the one that was mined. Raises
   * TransferError; a NETWORK_ERROR says nothing about the payment: wait again.
   */
  wait(hash: string): Promise<{ hash: string }>;
}

/** PAY-10 */
export type TransferErrorCode =
  | 'USER_REJECTED'
  | 'INSUFFICIENT_FUNDS'
  | 'NETWORK_ERROR'
  | 'CONTRACT_ERROR'
  | 'UNKNOWN_ERROR';

/** Where it went wrong: in the wallet, in its balance, on the way to the chain, in the contract, or nobody knows. */
export type TransferErrorType = 'wallet' | 'balance' | 'network' | 'contract' | 'unknown';

/** The titles of PAY-11 and PAY-12, and ours for the rest. */
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

/** The texts of PAY-11 to PAY-14 that do not depend on the case. */
export const TRANSFER_TEXT = {
  USER_REJECTED: 'Transaction was cancelled. You can try again when ready.',
  NETWORK_ERROR: 'Network error occurred. Please check your internet connection and try again.',
  CONTRACT_ERROR:
    'Transaction failed due to a smart contract error. Please try again later or contact support.',
} as const;

interface TransferErrorExtras {
  /** Of the transaction that was sent: as long as it may still be mined, nobody may pay again. */
  hash?: string;
  title?: string;
  type?: TransferErrorType;
  cause?: unknown;
}

/** The one error of transfers: a title, one sentence for people, and what PAY-10 shows beside it. */
export class TransferError extends Error {
  readonly code: TransferErrorCode;
  readonly title: string;
  readonly type: TransferErrorType;
  readonly hash: string | undefined;

  constructor(code: TransferErrorCode, message: string, extras: TransferErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'TransferError';
    this.code = code;
    this.title = extras.title ?? TITLES[code];
    this.type = extras.type ?? TYPES[code];
    this.hash = extras.hash;
  }

  /** The shell and a remote each carry this class; what one raises, the other recognises. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'TransferError' && 'code' in value && 'title' in value;
  }
}

/** Any failure as a TransferError: what is not one already becomes UNKNOWN_ERROR with its own words (PAY-14, PAY-15). */
export function transferErrorOf(failure: unknown): TransferError {
  if (failure instanceof TransferError) return failure;
  // Wallets raise plain objects as well.
  const said = (failure as { message?: unknown } | null | undefined)?.message;
  const message = typeof said === 'string' ? said : '';
  return new TransferError(
    'UNKNOWN_ERROR',
    message === '' ? 'Payment failed' : `Transaction failed: ${message}`,
    {
      cause: failure,
    },
  );
}
