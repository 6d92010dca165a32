import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensToWei, weiToTokens } from './tokens.ts';

describe('amounts of tokens', () => {
  it.each([
    ['0', 0n],
    ['1', 10n ** 18n],
    ['1000.5', 1_000_500_000_000_000_000_000n],
    ['0.000000000000000001', 1n],
    ['10000000', 10n ** 25n],
  ])('CONST-03 %s whole tokens are %s wei', (text, wei) => {
    expect(tokensToWei(text)).toBe(wei);
    expect(weiToTokens(wei)).toBe(text);
  });

  it.each(['', '.', '1.', '.5', '-1', '1e3', '1,000', ' 1', '1.1234567890123456789', '0x10'])(
    'tokensToWei rejects %j instead of rounding it',
    (text) => {
      expect(() => tokensToWei(text)).toThrow(RangeError);
    },
  );

  it('the conversion to text and back is exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (wei) => {
        expect(tokensToWei(weiToTokens(wei))).toBe(wei);
      }),
    );
  });
});
