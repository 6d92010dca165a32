import { deferred } from '@touchline/host/testing/deferred';
import { expect, test } from 'vitest';
import { createTokenLock } from './token-lock.ts';

test('without Web Locks, exchanges of a tab run one after the other, also after one that failed', async () => {
  const lock = createTokenLock(undefined);
  const order: string[] = [];
  const { promise, resolve } = deferred();
  const first = lock(async () => {
    order.push('first starts');
    await promise;
    order.push('first fails');
    throw new Error('unreachable');
  });
  const second = lock(async () => order.push('second'));
  resolve();
  await expect(first).rejects.toThrow('unreachable');
  await second;
  expect(order).toEqual(['first starts', 'first fails', 'second']);
});
