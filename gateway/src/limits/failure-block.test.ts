import { expect, test } from 'vitest';
import { createFailureBlock } from './failure-block.ts';

test('blocks a key after its failures and only that one', async () => {
  const block = createFailureBlock(3, 900);
  for (let failure = 0; failure < 2; failure++) await block.count('a');
  await expect(block.check('a')).resolves.toBeUndefined();
  await block.count('a');
  await expect(block.check('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 900 });
  await expect(block.check('b')).resolves.toBeUndefined();
});
