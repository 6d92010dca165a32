import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useSearchParams } from '@touchline/host/router';
import { Button, Container } from '@touchline/ui/base';
import { PageHeader } from '@touchline/ui/PageHeader';
import { type ChangeEvent, useState } from 'react';
import { CheckedLocks } from './CheckedLocks.tsx';
import type { CheckedLineup } from './check-lineup.ts';
import classes from './verify.module.css';

/** `/verify?team=ID`: computes the commitments and lock roots of a team again. Open to guests. */
export function VerifyPage() {
  const host = useHost();
  const [params] = useSearchParams();
  const linked = params.get('team') ?? '';
  const [text, setText] = useState(linked);
  const [submitted, setSubmitted] = useState(linked);
  const check = useQuery({
    queryKey: ['verified lineup', submitted],
    queryFn: async (): Promise<CheckedLineup | null> => {
      const { checkLineup, parseInput } = await import('./check-lineup.ts');
      const parsed = parseInput(submitted);
      return parsed && checkLineup(host, parsed.team, parsed.receipts);
    },
    enabled: submitted.trim() !== '',
    retry: false,
    refetchOnWindowFocus: false,
  });
  const readFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const content = await currentTarget.files?.[0]?.text();
    if (content === undefined) return;
    setText(content);
    setSubmitted(content);
  };
  return (
    <Container size="xl" py={{ base: 0, sm: 'md' }}>
      <PageHeader
        title="Verify a lineup"
        subtitle="Shows whether a lineup has stayed the same since its players were locked"
      />
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text === submitted) void check.refetch();
          else setSubmitted(text);
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
        <input
          type="file"
          accept=".json"
          aria-label="Downloaded receipt"
          // Lets the user choose the same file again after changing it.
          onClick={({ currentTarget }) => {
            currentTarget.value = '';
          }}
          onChange={readFile}
        />
        <Button type="submit" loading={check.isFetching} disabled={text.trim() === ''}>
          Verify
        </Button>
      </form>
      <div role="status" className={classes.outcome}>
        {check.isSuccess && check.data === null ? (
          <p data-tone="danger">
            This is neither a receipt nor the id of a team. Paste or choose the whole file.
          </p>
        ) : null}
        {check.isError && !check.isFetching ? (
          <p data-tone="danger">
            The proof could not be loaded. The team may not exist, or the connection failed. Try again.
          </p>
        ) : null}
        {check.data ? <CheckedLocks {...check.data} /> : null}
      </div>
    </Container>
  );
}
