import { describe, expect, it } from 'vitest';
import { isTemporary, TouchlineError } from './errors.ts';

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

  it.each([
    [0, true],
    [400, false],
    [401, false],
    [408, true],
    [409, false],
    [422, false],
    [429, true],
    [500, true],
    [503, true],
  ])('a failure with status %d is temporary: %s', (status, temporary) => {
    expect(isTemporary(new TouchlineError('UNKNOWN', 'No.', { status }))).toBe(temporary);
  });

  it('a failure without a status is not temporary', () => {
    expect(isTemporary(new Error('x'))).toBe(false);
  });
});
