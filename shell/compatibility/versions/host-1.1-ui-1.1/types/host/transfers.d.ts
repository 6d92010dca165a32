export type TransferPurpose = "entry-fee" | "staking" | "payout";
export interface Transfer {
 to: string;
 amount: string;
 purpose: TransferPurpose;
 payout?: string;
}
export type TransferStep = {
 step: "checking";
} | {
 step: "confirm-in-wallet";
} | {
 step: "sent";
 hash: string;
} | {
 step: "confirmed";
 hash: string;
};
export interface Transfers {
 send(transfer: Transfer, onStep?: (step: TransferStep) => void): Promise<{
  hash: string;
 }>;
 wait(hash: string): Promise<{
  hash: string;
 }>;
 batches?: Batches;
 vault?: VaultTransactions;
 claims?: Claims;
 balance(address: string): Promise<string>;
}
export interface ClaimResult {
 hash: string | null;
}
export interface Claims {
 send(participationId: string, onStep?: (step: TransferStep) => void): Promise<ClaimResult>;
 wait(participationId: string, hash: string): Promise<ClaimResult>;
}
export interface Batch {
 id: string;
 transfers: readonly Transfer[];
}
export type BatchStep = {
 step: "checking";
} | {
 step: "confirm-in-wallet";
} | {
 step: "sent";
 id: string;
};
export interface BatchResult {
 complete: boolean;
 mined: readonly {
  hash: string;
  to: string;
  amount: string;
 }[];
}
export interface Batches {
 supported(): Promise<boolean>;
 send(batch: Batch, onStep?: (step: BatchStep) => void): Promise<BatchResult>;
 wait(id: string): Promise<BatchResult>;
}
export type VaultStep = {
 step: "checking";
} | {
 step: "confirm-in-wallet";
 action: "approve" | "settle" | "approve-and-settle" | "pay";
 pending?: string;
} | {
 step: "sent";
 pending: string;
};
export interface VaultOptions {
 pending?: string | null;
 onStep?(step: VaultStep): void;
}
export interface VaultTransactions {
 fund(game: string, options?: VaultOptions): Promise<void>;
 pay(game: string, after: string | null, options?: VaultOptions): Promise<{
  next: string | null;
  prizes: number;
 }>;
}
export type BatchProblem = "too-large" | "unsupported" | "unknown";
export type TransferErrorCode = "USER_REJECTED" | "INSUFFICIENT_FUNDS" | "NETWORK_ERROR" | "CONTRACT_ERROR" | "UNKNOWN_ERROR";
export type TransferErrorType = "wallet" | "balance" | "network" | "contract" | "unknown";
export declare const TRANSFER_TEXT: {
 readonly USER_REJECTED: "Transaction was cancelled. You can try again when ready.";
 readonly NETWORK_ERROR: "Network error occurred. Please check your internet connection and try again.";
 readonly CONTRACT_ERROR: "Transaction failed due to a smart contract error. Please try again later or contact support.";
};
interface TransferErrorExtras {
 hash?: string;
 title?: string;
 type?: TransferErrorType;
 batch?: BatchProblem | undefined;
 cause?: unknown;
}
export declare class TransferError extends Error {
 readonly code: TransferErrorCode;
 readonly title: string;
 readonly type: TransferErrorType;
 readonly hash: string | undefined;
 readonly batch: BatchProblem | undefined;
 constructor(code: TransferErrorCode, message: string, extras?: TransferErrorExtras);
 static [Symbol.hasInstance](value: unknown): boolean;
}
export declare function toTransferError(failure: unknown): TransferError;
export {};
