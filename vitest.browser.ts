import { type Config, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterAll, beforeEach, vi } from 'vitest';

// Files share their worker's modules: a chunk that still loads when its file ends would still load in the next one.
afterAll(() => vi.dynamicImportSettled(), 60_000);

// They share its storage as well. Tests in the environment `node` have none.
beforeEach(() => {
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});

/** How the testing library waits and what it reports. */
configure({
  /** Limit of a hanging test, not of a slow machine. */
  asyncUtilTimeout: 30_000,
  /** Without the document while `findBy…` and `waitFor` still poll: it is printed for the last failure, once. */
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: polls } = getConfig() as Config & Polling;
    const error = new Error([message, polls ? '' : prettyDOM(container)].filter(Boolean).join('\n\n'));
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

interface Polling {
  readonly _disableExpensiveErrorDiagnostics: boolean;
}
