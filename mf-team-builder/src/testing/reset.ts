import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Resets the path before each test, which other pages in the same window leave behind; unmounts components and restores timers and mocks
 * after it.
 */
export function resetBetweenTests(): void {
  beforeEach(() => {
    window.history.replaceState(null, '', '/');
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
