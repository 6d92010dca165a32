import { TRANSFER_TEXT, TransferError, toTransferError } from '@touchline/host/transfers';
import { getWalletMessage, isRejection, unwrapErrors } from '../wallet/wallet-errors.ts';

// Errors of the chain library are classified by name, wallet errors by code, and all others by message.
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

/** PAY-10 to PAY-14: converts any failure of a wallet or a chain to a TransferError. */
export function classifyFailure(failure: unknown): TransferError {
  if (failure instanceof TransferError) return failure;
  const extras = { cause: failure };
  if (isRejection(failure)) return new TransferError('USER_REJECTED', TRANSFER_TEXT.USER_REJECTED, extras);
  const hasOneOf = (names: ReadonlySet<unknown>, of: 'name' | 'code') =>
    unwrapErrors(failure).some((layer) => names.has((layer as Record<string, unknown>)[of]));
  const mentions = (pattern: RegExp) =>
    unwrapErrors(failure).some((layer) => pattern.test(String(layer.message ?? '')));

  if (hasOneOf(NETWORK, 'name') || hasOneOf(OFFLINE_CODES, 'code'))
    return new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, extras);
  if (hasOneOf(FUNDS, 'name') || hasOneOf(new Set([REVERTED_CODE]), 'code')) return fundsError(failure);
  if (hasOneOf(CONTRACT, 'name'))
    return new TransferError('CONTRACT_ERROR', TRANSFER_TEXT.CONTRACT_ERROR, extras);
  if (hasOneOf(new Set([ALREADY_OPEN_CODE]), 'code'))
    return new TransferError('UNKNOWN_ERROR', getWalletMessage(failure) ?? '', { ...extras, type: 'wallet' });
  // Without a known name or code, classify by the message.
  if (mentions(FUNDS_TEXT)) return fundsError(failure);
  if (mentions(NETWORK_TEXT)) return new TransferError('NETWORK_ERROR', TRANSFER_TEXT.NETWORK_ERROR, extras);
  if (mentions(GAS_TEXT)) return new TransferError('CONTRACT_ERROR', TRANSFER_TEXT.CONTRACT_ERROR, extras);
  return toTransferError(failure);
}

const fundsError = (cause: unknown) =>
  new TransferError(
    'INSUFFICIENT_FUNDS',
    'The transfer would fail. Check that your wallet holds enough FOOTBALL tokens, and ETH for the network fee (gas).',
    { cause },
  );
