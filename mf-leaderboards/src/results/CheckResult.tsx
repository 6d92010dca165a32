import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { OtherRulesVersion } from '@touchline/rules/rules-version';
import { Box, Button, Title } from '@touchline/ui/base';
import { formatCount, plural } from '@touchline/ui/format';
import { useState } from 'react';
import { pluralEntries } from '../format.ts';
import type { ChainCheck, CheckedResult } from './check/check-result.ts';
import classes from './results.module.css';

/** Button that computes a result again in the browser, with the outcome. */
export function CheckResult({ id, entries }: { id: string; entries: number }) {
  const host = useHost();
  const [read, setRead] = useState(0);
  const check = useMutation({
    mutationFn: async () => {
      setRead(0);
      const { checkResult } = await import('./check/check-result.ts');
      // Steps of 100, so that the page is not rendered for each entry.
      return checkResult(host, id, (count) => {
        if (count % 100 === 0) setRead(count);
      });
    },
  });
  return (
    <section className={classes.panel} aria-label="Check this result">
      <Title order={2} size="h3" mb={4}>
        Check this result
      </Title>
      <p>
        Your browser downloads the lineups and the football data of all teams, computes points, ranks and
        prizes again, and compares them with this page and with the chain.
      </p>
      <Button onClick={() => check.mutate()} loading={check.isPending}>
        Check this result
      </Button>
      <div role="status">
        {check.isPending ? `Checking ${formatCount(read)} of ${pluralEntries(entries)}` : null}
        {check.isSuccess ? <Outcome {...check.data} /> : null}
        {check.isError ? <Failure error={check.error} /> : null}
      </div>
    </section>
  );
}

function Failure({ error }: { error: Error }) {
  if (error instanceof OtherRulesVersion) return <p>{error.message}</p>;
  return (
    <p data-tone="danger">
      The check could not be finished, because the data of the result did not load. The result and its prizes
      are safe. Try again.
    </p>
  );
}

const CHAIN: Record<ChainCheck, { text: string; isProblem: boolean }> = {
  EQUAL: { text: 'The root on the chain matches.', isProblem: false },
  DIFFERENT: { text: 'The root on the chain does not match.', isProblem: true },
  NO_PRIZES: { text: 'The game pays no prizes, so the chain has no root.', isProblem: false },
  NOT_FUNDED: { text: 'The prizes are not funded yet, so the chain has no root.', isProblem: false },
  UNREADABLE: {
    text: 'The chain did not respond, so its root was not compared. Try again later.',
    isProblem: true,
  },
};

/** Differences that are listed. */
const LISTED = 10;

function Outcome({ report, chain, firstTeam }: CheckedResult) {
  const isCorrect = report.count === 0;
  return (
    <Box mt="sm">
      <p data-tone={isCorrect ? 'grass' : 'danger'}>
        {isCorrect
          ? `Points, ranks and amounts of ${report.entries === 1 ? '' : 'all '}${pluralEntries(report.entries)} are correct.`
          : `${plural(report.count, 'difference')} found.`}
        {report.firstEntry === null
          ? null
          : ` The first entry that differs is ${firstTeam ?? 'unknown'} (number ${report.firstEntry}).`}
      </p>
      {report.late > 0 ? (
        <p>
          {`${pluralEntries(report.late)} ${report.late === 1 ? 'was' : 'were'} confirmed after a lock root, which therefore proves nothing about ${report.late === 1 ? 'it' : 'them'}.`}
        </p>
      ) : null}
      <p data-tone={CHAIN[chain].isProblem ? 'danger' : 'grass'}>{CHAIN[chain].text}</p>
      {isCorrect ? null : (
        <ul className={classes.differences}>
          {report.differences.slice(0, LISTED).map(({ ordinal, field, published, computed }) => (
            <li key={`${ordinal} ${field}`}>
              {ordinal === null ? 'Result' : `Entry ${ordinal}`}, {field}: published {published}, computed{' '}
              {computed}
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}
