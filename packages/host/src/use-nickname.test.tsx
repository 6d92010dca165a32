import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { nicknames } from '@touchline/api/http/nicknames';
import { afterEach, expect, test } from 'vitest';
import { HostProvider } from './host.tsx';
import { createFakeHost } from './testing/fake-host.ts';
import { fakeResponse } from './testing/fake-responses.ts';
import { useNickname } from './use-nickname.ts';

afterEach(cleanup);

const wallets = Array.from({ length: 120 }, (_, index) => `0x${String(index).padStart(40, '0')}`);

function Row({ wallet }: { wallet: string }) {
  return <li>{useNickname(wallet) ?? wallet}</li>;
}

test('leaderboard rows request their nicknames in batches of one hundred', async () => {
  const batchSizes: number[] = [];
  const host = createFakeHost({
    responses: [
      fakeResponse(nicknames, ({ query }) => {
        const list = String(query?.wallets).split(',');
        batchSizes.push(list.length);
        return {
          nicknames: Object.fromEntries(
            list.slice(1).map((wallet) => [wallet, `Name ${Number(wallet.slice(30))}`]),
          ),
        };
      }),
    ],
  });
  render(
    <QueryClientProvider client={host.queryClient}>
      <HostProvider host={host}>
        {wallets.map((wallet) => (
          <Row key={wallet} wallet={wallet} />
        ))}
      </HostProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Name 119')).toBeTruthy();
  expect(screen.getByText(wallets[0]!)).toBeTruthy(); // has none
  expect(batchSizes).toEqual([100, 20]);
});
