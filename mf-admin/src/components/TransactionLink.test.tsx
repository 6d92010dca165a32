import { cleanup, render, screen } from '@testing-library/react';
import { HostProvider } from '@touchline/host/host';
import { createFakeHost, FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { afterEach, expect, it } from 'vitest';
import { TransactionLink } from './TransactionLink.tsx';

afterEach(cleanup);

const HASH = `0x${'1'.repeat(64)}`;

function renderLink(explorer: string) {
  const host = createFakeHost({ config: { chain: { ...FAKE_CONFIG.chain, explorer } } });
  render(
    <TouchlineTheme>
      <HostProvider host={host}>
        <TransactionLink hash={HASH} />
      </HostProvider>
    </TouchlineTheme>,
  );
  expect(screen.getByText('0x1111...1111')).toBeTruthy();
}

it('a transaction hash links to the block explorer', () => {
  renderLink('https://explorer.test');
  expect(screen.getByRole('link').getAttribute('href')).toBe(`https://explorer.test/tx/${HASH}`);
});

it('a transaction hash is plain text without a block explorer', () => {
  renderLink('');
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy transaction hash' })).toBeTruthy();
});
