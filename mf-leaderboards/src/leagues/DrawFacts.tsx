import { type LeagueDraw, leagueDrawData } from '@touchline/api/http/league-tables';
import { type Host, useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { drawLeague } from '@touchline/rules/league-draw';
import { Button, Text } from '@touchline/ui/base';
import { describeFailure } from './league-texts.ts';
import classes from './leagues.module.css';

interface DrawFactsProps {
  /** Id of the league. */
  id: string;
  draw: LeagueDraw;
}

/** Facts from which every member can repeat the draw, here in the browser. */
export function DrawFacts({ id, draw }: DrawFactsProps) {
  const { api } = useHost();
  const check = useMutation({ mutationFn: () => repeatDraw(api, id, draw) });
  return (
    <details className={classes.more}>
      <summary>How the matches were drawn</summary>
      <Text fz="sm" c="dimmed">
        The seed is a hash of the league, its {draw.members.length} members and the football data of gameweek{' '}
        {draw.gameweek}, so anyone in the league can repeat the draw, and no one could choose it.
      </Text>
      <dl className={classes.draw}>
        <dt>Seed</dt>
        <dd>{draw.seed}</dd>
        <dt>Hash of the football data</dt>
        <dd>{draw.data_hash}</dd>
      </dl>
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
        Repeat the draw
      </Button>
      <p role="status">
        {check.error ? describeFailure(check.error) : null}
        {check.data === true ? 'Your browser repeated the draw: seed and order are the same.' : null}
        {check.data === false ? 'Your browser computed a different draw from these facts.' : null}
      </p>
    </details>
  );
}

/** Repeats the draw from the football data (game rule 9.11). @returns true if data, seed and order are those of the league */
async function repeatDraw(api: Host['api'], id: string, draw: LeagueDraw): Promise<boolean> {
  const data = await api.request(leagueDrawData, { params: { id } });
  const data_hash = await sha256(JSON.stringify(data));
  const { gameweek, members } = draw;
  const repeated = await drawLeague({ league_id: id, members, gameweek, data_hash }, sha256);
  return (
    data_hash === draw.data_hash && repeated.seed === draw.seed && repeated.members.join() === members.join()
  );
}

/** SHA-256 in hexadecimal. Loaded on demand, because the browser has none on pages without https. */
async function sha256(text: string): Promise<string> {
  const [sha2, { bytesToHex }] = await Promise.all([
    import('@noble/hashes/sha2'),
    import('@noble/hashes/utils'),
  ]);
  return bytesToHex(sha2.sha256(text));
}
