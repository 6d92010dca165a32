import { TRANSFER_TEXT, TransferError, toTransferError } from '@touchline/host/transfers';
import { isRejection, layers, walletMessage } from '../wallet/wallet-errors.ts';

/** The chain library's errors are told apart by name, wallet errors by code, others by their message. */
const FUNDS = new Set(['InsufficientFundsError', 'ExecutionRevertedError', 'ContractFunctionRevertedError']);
const NETWORK = new Set([
  'HttpRequestError',
  'TimeoutError',
  'WebSocketRequestError',
  'SocketClosedError',
  'WaitForTransactionReceiptTimeoutError',
]);
const CONTRACT = new Set([
  'ContractFunctionExecutionError',
  'ContractFunctionZeroDataError',
  'EstimateGasExecutionError',
  'IntrinsicGasTooLowError',
  'IntrinsicGasTooHighError',
  'FeeCapTooLowError',
  'FeeCapTooHighError',
]);
/** JSON-RPC error of nodes: execution reverted. */
const REVERTED_CODE = 3;
/** EIP-1193: the wallet is disconnected from the chain. */
const OFFLINE_CODES = new Set([4900, 4901]);
const ALREADY_OPEN_CODE = -32002;

const FUNDS_TEXT = /insufficient|exceeds balance|execution reverted/i;
const NETWORK_TEXT = /failed to fetch|network ?error|network request failed|timed? ?out/i;
const GAS_TEXT = /\bgas\b|contract/i;

/** PAY-10 to PAY-14: any failure of a wallet or a chain as a TransferError. */
export function asTransferError(failure: unknown, hash?: string): TransferError {
  if (failure instanceof TransferError) return failure;
  const about = { cause: failure, ...(hash ? { hash } : {}) };
  if (isRejection(failure))
    return new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED, { cause: failure });
  const found = (names: ReadonlySet<unknown>, of: 'name' | 'code') =>
    layers(failure).some((layer) => names.has((layer as Record<string, unknown>)[of]));
  const says = (pattern: RegExp) =>
    layers(failure).some((layer) => pattern.test(String(layer.message ?? '')));

  if (found(NETWORK, 'name') || found(OFFLINE_CODES, 'code'))
    return new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, about);
  if (found(FUNDS, 'name') || found(new Set([REVERTED_CODE]), 'code')) return noFunds(failure);
  if (found(CONTRACT, 'name'))
    return new TransferError('CONTRACT_ERROR', TRANSFER_TEXT.CONTRACT_ERROR, about);
  if (found(new Set([ALREADY_OPEN_CODE]), 'code'))
    return new TransferError('UNKNOWN_ERROR', walletMessage(failure) ?? '', { ...about, type: 'wallet' });
  // Without a known name or code, only the message is left.
  if (says(FUNDS_TEXT)) return noFunds(failure);
  if (says(NETWORK_TEXT)) return new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, about);
  if (says(GAS_TEXT)) return new TransferError('CONTRACT_ERROR', TRANSFER_TEXT.CONTRACT_ERROR, about);
  return toTransferError(failure);
}

const noFunds = (cause: unknown) =>
  new TransferError(
    'INSUFFICIENT_FUNDS',
    'The transfer would fail. Check that your wallet holds enough FOOTBALL tokens, and ETH for the network fee (gas).',
    { cause },
  );
