import { endSessions } from '@touchline/api/http/admin-controls';
import { walletAddress } from '@touchline/api/values';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { plural, shortHex } from '@touchline/ui/format';
import { TextInput } from '@touchline/ui/forms';
import { useState } from 'react';
import { Panel } from '../components/Panel.tsx';
import { ReasonForm } from '../components/ReasonForm.tsx';
import classes from './system.module.css';

/** Ends every session of a wallet, in all browsers. */
export function Sessions() {
  const { api } = useHost();
  const [wallet, setWallet] = useState('');
  const [wrong, setWrong] = useState(false);
  const end = useMutation({
    mutationFn: async ({ of, reason }: { of: string; reason: string }) => {
      const { ended } = await api.request(endSessions, { params: { wallet: of }, body: { reason } });
      return { of, ended };
    },
    onSuccess: () => setWallet(''),
  });
  function submit(reason: string) {
    const { data: of } = walletAddress.safeParse(wallet.trim());
    setWrong(of === undefined);
    if (of !== undefined) end.mutate({ of, reason });
  }
  return (
    <Panel title="Sessions">
      <ReasonForm action="End all sessions" pending={end.isPending} error={end.error} onSubmit={submit}>
        <TextInput
          label="Wallet"
          withAsterisk
          aria-required
          placeholder="0x..."
          error={wrong ? 'Enter a wallet address (0x and 40 hex digits)' : null}
          value={wallet}
          onChange={({ currentTarget }) => setWallet(currentTarget.value)}
        />
      </ReasonForm>
      {end.data ? (
        <p className={classes.done} role="status">
          {`${plural(end.data.ended, 'session')} of ${shortHex(end.data.of)} ended.`}
        </p>
      ) : null}
    </Panel>
  );
}
