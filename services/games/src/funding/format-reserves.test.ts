import type { Reserves } from '@touchline/api/http/reserves';
import { expect, it } from 'vitest';
import { formatReserves } from './reserves.ts';

it('S2 the CSV of the reserves has one line per balance and per debt', () => {
  const address = `0x${'1'.repeat(40)}`;
  const treasury = `0x${'a'.repeat(40)}`;
  const token: Reserves['tokens'][number] = {
    token: { address, symbol: 'FOOTBALL', decimals: 18 },
    balances: [
      { account: 'TREASURY', address: treasury, balance: '700' },
      { account: 'STAKING', address, balance: '0' },
    ],
    assets: '700',
    liabilities: [{ kind: 'PRIZES', amount: '500' }],
    owed: '500',
    ratio: 1.4,
  };
  const reserves: Reserves = {
    computed_at: '2031-08-15T12:00:00.000Z',
    chain_id: 480,
    block: 77,
    tokens: [token, { ...token, token: { ...token.token, symbol: 'OTHER' }, balances: [], liabilities: [] }],
    covered: true,
  };
  const read = `77,${reserves.computed_at}`;
  expect(formatReserves(reserves).split('\r\n')).toEqual([
    'token,token_address,side,kind,address,wei,block,computed_at',
    `FOOTBALL,${address},ASSET,TREASURY,${treasury},700,${read}`,
    `FOOTBALL,${address},ASSET,STAKING,${address},0,${read}`,
    `FOOTBALL,${address},DEBT,PRIZES,,500,${read}`,
    '',
  ]);
});
