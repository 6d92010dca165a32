import { useDeferredValue } from 'react';

/**
 * Returns data, at first in a rendering that yields to input: a long list that arrives would otherwise block a phone for half a second.
 * Undefined until then. Later values are returned immediately.
 */
export const useArrived = <T>(data: T | undefined): T | undefined =>
  useDeferredValue(data !== undefined) ? data : undefined;
