import { describe, expect, test } from 'vitest';
import { decodeMessage, describeTransaction, ETHER, encodeMessage, formatAmount } from './requests.ts';

const token = { address: `0x${'f'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 };
const player = `0x${'a'.repeat(40)}`;
const word = (hex: string) => hex.padStart(64, '0');

describe('messages', () => {
  test('hex-encoded text is decoded', () => {
    expect(decodeMessage(encodeMessage('Sign in to Touchline ⚽'))).toBe('Sign in to Touchline ⚽');
  });

  test('bytes that are not text stay hex', () => {
    expect(decodeMessage('0xff00ff')).toBe('0xff00ff');
  });
});

describe('amounts', () => {
  test.each([
    ['0x0', '0 ETH'],
    ['0x1', '0.000000000000000001 ETH'],
    ['0xde0b6b3a7640000', '1 ETH'],
    ['0x14d1120d7b160000', '1.5 ETH'],
    [`0x${(10n ** 24n).toString(16)}`, '1,000,000 ETH'],
  ])('%s is formatted as %s', (hex, shown) => {
    expect(formatAmount(hex, ETHER)).toBe(shown);
  });
});

describe('transactions', () => {
  test('token transfer shows the recipient instead of the token contract', () => {
    const data = `0xa9059cbb${word(player.slice(2))}${word((500n * 10n ** 18n).toString(16))}`;
    expect(describeTransaction({ to: token.address.toUpperCase().replace('0X', '0x'), data }, token)).toEqual(
      {
        amount: '500 FOOTBALL',
        recipient: player,
        warning: null,
      },
    );
  });

  test('ETH transfer shows amount and recipient without a warning', () => {
    expect(describeTransaction({ to: player, value: '0xde0b6b3a7640000' }, token)).toEqual({
      amount: '1 ETH',
      recipient: player,
      warning: null,
    });
  });

  test('a claim of a prize shows amount and account of the prize without a warning', () => {
    const data = `0x7e22b75a${word('7')}${word('1')}${word(player.slice(2))}${word('c249fdd327780000')}${word('a0')}`;
    expect(describeTransaction({ to: `0x${'9'.repeat(40)}`, data }, token)).toEqual({
      amount: '14 tokens',
      recipient: player,
      warning: null,
      isClaim: true,
    });
  });

  test('any other transaction has a warning', () => {
    const other = describeTransaction({ to: player, data: '0x12345678' }, token);
    expect(other.warning).toContain('contract');
    const otherToken = describeTransaction({ to: player, data: `0xa9059cbb${word('1')}${word('1')}` }, token);
    expect(otherToken.warning).toContain('contract');
  });
});
