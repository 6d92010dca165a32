import type { Fixture } from '@touchline/api/http/football';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { clubByCode } from '@touchline/rules/clubs';
import { formatPrice, millions } from '@touchline/rules/players';
import { positionName, whyNotAddable } from '@touchline/rules/squad';
import { Alert, Button, Skeleton } from '@touchline/ui/base';
import { Modal } from '@touchline/ui/overlays';
import { Shirt } from '@touchline/ui/shirt';
import shared from './builder.module.css';
import { useSquad } from './builder-context.tsx';
import { type BuilderPlayer, fitness } from './builder-players.ts';
import { bootstrapQuery, fixturesQuery } from './football.queries.ts';
import classes from './PlayerDetails.module.css';
import { useDraftMoves } from './use-draft-moves.ts';

/** Everything worth knowing about a player before picking him. Null closes it. */
export function PlayerDetails({ player, onClose }: { player: BuilderPlayer | null; onClose: () => void }) {
  return (
    <Modal
      opened={player !== null}
      onClose={onClose}
      title={<span className={shared.dialogTitle}>{player?.name}</span>}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      {player ? <Details player={player} onClose={onClose} /> : null}
    </Modal>
  );
}

function Details({ player, onClose }: { player: BuilderPlayer; onClose: () => void }) {
  const flag = fitness(player);
  const facts: [string, string][] = [
    ['Price', formatPrice(player.price)],
    ['Price change', `${player.priceChange < 0 ? '-' : '+'}£${millions(Math.abs(player.priceChange))}m`],
    ['Points', String(player.points)],
    ['Form', player.form.toFixed(1)],
    ['Ownership', `${player.ownership.toFixed(1)}%`],
    ['Chance of playing', `${player.chance_of_playing ?? (flag?.kind === 'out' ? 0 : 100)}%`],
  ];
  return (
    <div className={classes.details}>
      <div className={classes.detailsHead}>
        <Shirt clubCode={player.club_code} clubShort={player.club} size={72} />
        <p>
          <b>{player.club_name}</b>
          <span>
            {positionName(player.position)} · {player.web_name}
          </span>
        </p>
      </div>
      {flag ? <Alert color={flag.kind === 'out' ? 'danger' : 'warn'}>{flag.text}</Alert> : null}
      <dl className={classes.detailsFacts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <NextFixtures player={player} />
      <InOrOut player={player} onDone={onClose} />
    </div>
  );
}

/** Takes him into the squad or out of it. */
function InOrOut({ player, onDone }: { player: BuilderPlayer; onDone: () => void }) {
  const squad = useSquad();
  const moves = useDraftMoves();
  const done = (act: () => void) => () => {
    act();
    onDone();
  };
  if (squad.some((mate) => mate.id === player.id))
    return (
      <Button variant="light" color="danger" onClick={done(() => moves.remove(player))}>
        Remove from team
      </Button>
    );
  const reason = whyNotAddable(
    player.rules,
    squad.map((mate) => mate.rules),
    () => player.club_name,
  );
  return (
    <Button disabled={reason !== null} onClick={done(() => moves.add(player))}>
      {reason?.tooltip ?? 'Add to team'}
    </Button>
  );
}

const NEXT = 5;

function NextFixtures({ player }: { player: BuilderPlayer }) {
  const { api } = useHost();
  const fixtures = useQuery(fixturesQuery(api));
  const football = useQuery(bootstrapQuery(api));
  const clubs = new Map((football.data?.teams ?? []).map((team) => [team.id, clubByCode(team.code, team)]));
  const next = nextFixtures(fixtures.data ?? [], player.team_id, api.now()).slice(0, NEXT);
  return (
    <section aria-label="Next fixtures">
      <h3 className={classes.detailsTitle}>Next fixtures</h3>
      {fixtures.isPending ? <Skeleton height={44 * 3} /> : null}
      {fixtures.isError ? <p className={shared.hint}>The fixtures could not be loaded.</p> : null}
      {fixtures.data && next.length === 0 ? <p className={shared.hint}>No match is scheduled.</p> : null}
      <ol className={classes.nextFixtures}>
        {next.map(({ fixture, opponent, home, difficulty }) => (
          <li key={fixture.id}>
            <span>GW{fixture.event}</span>
            <b>
              {clubs.get(opponent)?.name ?? 'Unknown'} ({home ? 'H' : 'A'})
            </b>
            <time dateTime={fixture.kickoff_time ?? ''}>{kickoff(fixture.kickoff_time)}</time>
            <span
              className={classes.difficulty}
              data-level={difficulty}
              title={`Difficulty ${difficulty} of 5`}
            >
              <span className={shared.words}>Difficulty </span>
              {difficulty}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A club's matches that are still to come, in order. */
export function nextFixtures(fixtures: readonly Fixture[], club: number, now: number) {
  return fixtures
    .filter(
      (fixture) =>
        (fixture.team_h === club || fixture.team_a === club) &&
        !fixture.started &&
        fixture.kickoff_time !== null &&
        Date.parse(fixture.kickoff_time) > now,
    )
    .sort((a, b) => Date.parse(a.kickoff_time ?? '') - Date.parse(b.kickoff_time ?? ''))
    .map((fixture) => {
      const home = fixture.team_h === club;
      return {
        fixture,
        home,
        opponent: home ? fixture.team_a : fixture.team_h,
        difficulty: home ? fixture.team_h_difficulty : fixture.team_a_difficulty,
      };
    });
}

function kickoff(time: string | null): string {
  if (time === null) return '';
  return new Date(time).toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}
