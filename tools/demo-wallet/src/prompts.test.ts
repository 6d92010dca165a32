import { getAllByRole, getByRole, queryByRole } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
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
});

test('two quick clicks open one wallet dialog, and a later click opens it again', async () => {
  const root = openRoot();
  const container = root as unknown as HTMLElement;
  const { openWallet } = openPrompts(openDialogHost(root), chain, openState());
  const expectOpen = () => expect.poll(() => getAllByRole(container, 'dialog')).toHaveLength(1);
  const cancel = () => getByRole(container, 'button', { name: 'Cancel' }).click();
  openWallet();
  openWallet();
  await expectOpen();
  cancel();
  // A second dialog would have waited for the first.
  await new Promise((resolve) => setTimeout(resolve));
  expect(queryByRole(container, 'dialog')).toBeNull();
  openWallet();
  await expectOpen();
  cancel();
});
