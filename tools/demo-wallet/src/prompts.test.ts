import { getAllByRole, getByRole, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ACCOUNT_NAMES } from './accounts.ts';
import type { LocalChain } from './chain.ts';
import { openDialogHost } from './dialog-host.ts';
import { openPrompts } from './prompts.ts';
import { openRoot } from './root.ts';
import { openState } from './state.ts';

const chain = {
  addresses: async () => ACCOUNT_NAMES.map((_, index) => `0x${index}`),
} as unknown as LocalChain;

afterEach(() => {
  document.getElementById('touchline-demo-wallet')?.remove();
  localStorage.clear();
});

test('two quick presses open the wallet once, and a later one opens it again', async () => {
  const root = openRoot();
  const shown = root as unknown as HTMLElement;
  const { openWallet } = openPrompts(openDialogHost(root), chain, openState());
  const opened = () => vi.waitFor(() => expect(getAllByRole(shown, 'dialog')).toHaveLength(1));
  const cancel = () => getByRole(shown, 'button', { name: 'Cancel' }).click();
  openWallet();
  openWallet();
  await opened();
  cancel();
  // A second dialog would have waited for the first.
  await new Promise((resolve) => setTimeout(resolve));
  expect(queryByRole(shown, 'dialog')).toBeNull();
  openWallet();
  await opened();
  cancel();
});
