import { TransferError } from '@touchline/host/transfers';
import {
  ExecutionRevertedError,
  HttpRequestError,
  InsufficientFundsError,
  IntrinsicGasTooLowError,
  TimeoutError,
  WaitForTransactionReceiptTimeoutError,
} from 'viem';
import { describe, expect, test } from 'vitest';
import { rejected, rpcError } from '../testing/test-wallet.ts';
import { classifyFailure } from './transfer-errors.ts';

const wrapped = (cause: unknown) => Object.assign(new Error('Something went wrong.'), { cause });
const url = 'http://rpc';
const NETWORK = 'Network error occurred. Please check your internet connection and try again.';

describe('classification of failed transfers', () => {
  test.each([
    ['code 4001', rejected('any text')],
    ['code 5000 of a phone', rpcError(5000, 'no')],
    ['a rejection deep inside', wrapped(wrapped(rejected()))],
    ['a text only', new Error('MetaMask Tx Signature: User denied transaction signature.')],
  ])('PAY-10 PAY-11 %s is USER_REJECTED', (_, error) => {
    expect(classifyFailure(error)).toMatchObject({
      code: 'USER_REJECTED',
      type: 'wallet',
      title: 'Transaction Cancelled',
      message: 'Transaction was cancelled. You can try again when ready.',
    });
  });

  test.each([
    ['no ETH', wrapped(new InsufficientFundsError())],
    ['a revert during the estimate', wrapped(new ExecutionRevertedError({ message: 'execution reverted' }))],
    ['code 3 of a node', rpcError(3, 'any text')],
    ['only a text of the wallet', rpcError(-32000, 'insufficient funds for gas * price + value')],
    ['only a text of the token', new Error('ERC20: transfer amount exceeds balance')],
  ])('PAY-10 PAY-12 %s is INSUFFICIENT_FUNDS, and names FOOTBALL tokens', (_, error) => {
    const failure = classifyFailure(error);
    expect(failure).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      type: 'balance',
      title: 'Insufficient Balance',
    });
    expect(failure.message).toContain('FOOTBALL tokens');
  });

  test.each([
    ['an unreachable RPC', new HttpRequestError({ url })],
    ['a timeout', wrapped(new TimeoutError({ body: {}, url }))],
    ['no receipt in time', new WaitForTransactionReceiptTimeoutError({ hash: '0x1' })],
    ['a wallet without a connection to its chain', rpcError(4900, 'any text')],
    ['a text only', new TypeError('Failed to fetch')],
  ])('PAY-10 PAY-13 %s is NETWORK_ERROR', (_, error) => {
    expect(classifyFailure(error)).toMatchObject({
      code: 'NETWORK_ERROR',
      type: 'network',
      message: NETWORK,
    });
  });

  test.each([
    ['too little gas', wrapped(new IntrinsicGasTooLowError())],
    ['a text only', rpcError(-32000, 'gas required exceeds allowance')],
  ])('PAY-10 PAY-14 %s is CONTRACT_ERROR', (_, error) => {
    const failure = classifyFailure(error);
    expect(failure).toMatchObject({ code: 'CONTRACT_ERROR', type: 'contract' });
    expect(failure.message).toMatch(/^Transaction failed due to a smart contract error/);
  });

  test('PAY-10 PAY-14 anything else is UNKNOWN_ERROR with its own message', () => {
    const expected = {
      code: 'UNKNOWN_ERROR',
      type: 'unknown',
      message: 'Transaction failed: The wallet is on fire',
    };
    expect(classifyFailure(new Error('The wallet is on fire'))).toMatchObject(expected);
    expect(classifyFailure({ code: -32603, message: 'The wallet is on fire' })).toMatchObject(expected);
  });

  test.each([[new Error('')], [undefined], ['a text']])(
    'PAY-15 an error without a message becomes "Payment failed"',
    (error) => {
      expect(classifyFailure(error)).toMatchObject({ code: 'UNKNOWN_ERROR', message: 'Payment failed' });
    },
  );

  test('a wallet with another open request has a specific message', () => {
    expect(classifyFailure(rpcError(-32002, 'Already pending')).message).toBe(
      'Your wallet already has an open request. Complete it there.',
    );
  });

  test('codes take precedence over texts', () => {
    const error = rpcError(4001, 'insufficient funds for gas; network error');
    expect(classifyFailure(error).code).toBe('USER_REJECTED');
  });

  test('a TransferError is recognised across bundles and returned unchanged', () => {
    const own = new TransferError('NETWORK_ERROR', NETWORK, { hash: '0x1' });
    expect(classifyFailure(own)).toBe(own);
    const foreign = Object.assign(new Error(NETWORK), { name: 'TransferError', code: 'X', title: 'Y' });
    expect(foreign instanceof TransferError).toBe(true);
    expect(new Error('x') instanceof TransferError).toBe(false);
  });
});
