import { describe, expect, it } from 'vitest';
import { TouchlineError } from './errors.ts';

describe('TouchlineError', () => {
  it('instanceof accepts errors of another bundle, and nothing else', () => {
    class OtherCopy extends Error {
      override name = 'TouchlineError';
      code = 'PLAYER_LOCKED';
      status = 409;
    }
    expect(new TouchlineError('NOT_FOUND', 'No such team.') instanceof TouchlineError).toBe(true);
    expect(new OtherCopy() instanceof TouchlineError).toBe(true);
    expect(new Error('x') instanceof TouchlineError).toBe(false);
    expect({ name: 'TouchlineError', code: 'X', status: 400 } instanceof TouchlineError).toBe(false);
  });
});
