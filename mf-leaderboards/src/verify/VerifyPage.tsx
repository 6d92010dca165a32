import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { useSearchParams } from '@touchline/host/router';
import { Button, Container } from '@touchline/ui/base';
import { PageHeader } from '@touchline/ui/PageHeader';
import { useState } from 'react';
import { CheckedLocks } from './CheckedLocks.tsx';
import type { CheckedLineup } from './check-lineup.ts';
import classes from './verify.module.css';

/** `/verify`: computes the commitments and lock roots of a team again. Open to guests. */
export function VerifyPage() {
  const host = useHost();
  const [params] = useSearchParams();
  const [text, setText] = useState(params.get('team') ?? '');
  const check = useMutation({
    mutationFn: async (input: string): Promise<CheckedLineup | null> => {
      const { checkLineup, parseInput } = await import('./check-lineup.ts');
      const parsed = parseInput(input);
      return parsed && checkLineup(host, parsed.team, parsed.receipts);
    },
  });
  return (
    <Container size="xl" py={{ base: 0, sm: 'md' }}>
      <PageHeader
        title="Verify a lineup"
        subtitle="Nobody can read a lineup early or change it after its lock without being found"
      />
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate(text);
        }}
      >
        <label htmlFor="receipt">Receipt from My Teams, or the id of a team</label>
        <textarea
          id="receipt"
          rows={4}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={check.isPending} disabled={text.trim() === ''}>
          Verify
        </Button>
      </form>
      <div role="status" className={classes.outcome}>
        {check.isSuccess && check.data === null ? (
          <p data-tone="danger">This is neither a receipt nor the id of a team. Paste the whole file.</p>
        ) : null}
        {check.isError ? (
          <p data-tone="danger">
            The proof could not be loaded. The team may not exist, or the connection failed. Try again.
          </p>
        ) : null}
        {check.data ? <CheckedLocks {...check.data} /> : null}
      </div>
    </Container>
  );
}
