import { endSessions } from '@touchline/api/http/admin-controls';
import { walletAddress } from '@touchline/api/values';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { Text } from '@touchline/ui/base';
import { plural, shortHex } from '@touchline/ui/format';
import { TextInput } from '@touchline/ui/forms';
import { useState } from 'react';
import { Panel } from '../components/Panel.tsx';
import { ReasonForm } from '../components/ReasonForm.tsx';
import { InputSubject, useKeptInput } from '../components/use-kept-state.ts';

/** Form that ends every session of a wallet, in all browsers. */
export function Sessions() {
  return (
    <Panel title="Sessions">
      <InputSubject value="sessions">
        <EndSessions />
      </InputSubject>
    </Panel>
  );
}

function EndSessions() {
  const { api } = useHost();
  const [wallet, setWallet] = useKeptInput<string>('wallet', '');
  const [isInvalid, setInvalid] = useState(false);
  const end = useMutation({
    mutationFn: async ({ target, reason }: { target: string; reason: string }) => {
      const { ended } = await api.request(endSessions, { params: { wallet: target }, body: { reason } });
      return { target, ended };
    },
    onSuccess: () => setWallet(''),
  });
  function submit(reason: string, options: { onSuccess(): void }) {
    const { data: target } = walletAddress.safeParse(wallet.trim());
    setInvalid(target === undefined);
    if (target !== undefined) end.mutate({ target, reason }, options);
  }
  return (
    <>
      <ReasonForm action="End all sessions" change={{ ...end, mutate: submit }}>
        <TextInput
          label="Wallet"
          withAsterisk
          aria-required
          placeholder="0x..."
          error={isInvalid ? 'Enter a wallet address (0x and 40 hex digits)' : null}
          value={wallet}
          onChange={({ currentTarget }) => {
            setWallet(currentTarget.value);
            setInvalid(false);
          }}
        />
      </ReasonForm>
      {end.data ? (
        <Text mt="sm" role="status">
          {`Ended ${plural(end.data.ended, 'session')} of ${shortHex(end.data.target)}.`}
        </Text>
      ) : null}
    </>
  );
}
