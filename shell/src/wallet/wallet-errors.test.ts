import { SwitchChainError, UserRejectedRequestError } from 'viem';
import { describe, expect, test } from 'vitest';
import { rejected, rpcError } from '../testing/test-wallet.ts';
import { getWalletMessage, isUnknownChain } from './wallet-errors.ts';

describe('wallet errors', () => {
  test.each([
    ['User rejected', new Error('User rejected the request.')],
    ['User denied', new Error('MetaMask Tx Signature: User denied message signature.')],
    ['Connection request reset', new Error('Connection request reset. Please try again.')],
    ['code 4001', rpcError(4001, 'Nope')],
    ['code 5000 of WalletConnect', rpcError(5000, 'Nope')],
    ['a rejection that the library wrapped', new UserRejectedRequestError(rejected())],
    [
      'a rejection nested by a mobile wallet',
      rpcError(-32603, 'Internal', { originalError: { code: 4001 } }),
    ],
  ])('WALLET-06 %s shows no message', (_, error) => {
    expect(getWalletMessage(error)).toBeNull();
  });

  test.each([
    ['a plain error', new Error('Boom'), 'Boom'],
    [
      'an open request',
      rpcError(-32002, 'Already pending'),
      'Your wallet already has an open request. Complete it there.',
    ],
    ['nothing at all', undefined, 'The wallet failed without giving a reason.'],
  ])('WALLET-05 %s has a message', (_, error, text) => {
    expect(getWalletMessage(error)).toBe(text);
  });

  test.each([
    ['4902', rpcError(4902, 'x'), true],
    ['4902 nested', rpcError(-32603, 'x', { originalError: { code: 4902 } }), true],
    ['only the message', rpcError(-32603, 'Unrecognized chain ID "0x1e0".'), true],
    [
      'only the message, wrapped',
      new SwitchChainError(rpcError(-32603, 'Unrecognized chain ID') as never),
      true,
    ],
    [
      'another error that the library wraps with code 4902',
      new SwitchChainError(rpcError(-32603, 'Busy') as never),
      false,
    ],
  ])('WALLET-14 the error of an unknown chain is recognised: %s', (_, error, unknown) => {
    expect(isUnknownChain(error)).toBe(unknown);
  });
});
