import { describe, expect, it } from 'vitest';
import { TouchlineError } from './errors.ts';

describe('TouchlineError', () => {
  it('recognises itself from another bundle, and nothing else', () => {
    class TheOtherCopy extends Error {
      override name = 'TouchlineError';
      code = 'PLAYER_LOCKED';
      status = 409;
    }
    expect(new TouchlineError('NOT_FOUND', 'No such team.') instanceof TouchlineError).toBe(true);
    expect(new TheOtherCopy() instanceof TouchlineError).toBe(true);
    expect(new Error('x') instanceof TouchlineError).toBe(false);
    expect({ name: 'TouchlineError', code: 'X', status: 400 } instanceof TouchlineError).toBe(false);
  });
});
