import type { ParticipationDetails } from '@touchline/api/http/entries';
import { formatPointsShort, ordinal } from '@touchline/ui/format';
import { ShareButton } from '@touchline/ui/ShareButton';
import { findGameweek } from '../team/team-sheet.ts';
import classes from './recap.module.css';

/** Links to what others may see of the team: its own page is its owner's. */
export function ShareTeam({ team: { id, game, team_name } }: { team: ParticipationDetails }) {
  return <ShareButton title={`${team_name} in ${game.name}`} path={`/rankings?game=${game.id}&team=${id}`} />;
}

/** What came of a game that is over: the picture that a shared link shows, and who made the points. */
export function Recap({ team }: { team: ParticipationDetails }) {
  // Of a season one gameweek would say little.
  const single = team.game.first_gameweek === team.game.last_gameweek;
  const gameweek = single ? findGameweek(team) : undefined;
  const nameOf = (id: number | null) => team.players.find((player) => player.id === id)?.web_name;
  const best = gameweek?.players
    .filter(({ id }) => gameweek.final_eleven.includes(id))
    .toSorted((a, b) => b.points - a.points)[0];
  const benched = gameweek?.players
    .filter(({ id }) => !gameweek.final_eleven.includes(id))
    .toSorted((a, b) => b.points - a.points)[0];
  const armband = gameweek?.players.find(({ id }) => id === gameweek.armband);
  const rank = team.rank === null ? '' : `You came ${ordinal(team.rank)}`;
  const facts: [string, string | undefined, number | undefined][] = [
    ['Armband', nameOf(armband?.id ?? null), armband && armband.points * 2],
    ['Best of the eleven', nameOf(best?.id ?? null), best?.points],
    ['Best of the bench', nameOf(benched?.id ?? null), benched?.points],
  ];
  return (
    <section className={classes.recap} aria-labelledby="recap-title">
      <div>
        <h2 id="recap-title">
          {[rank, `${formatPointsShort(team.earned_points)} points`].filter(Boolean).join(' with ')}
        </h2>
        <dl>
          {facts.map(([what, who, points]) =>
            who === undefined ? null : (
              <div key={what}>
                <dt>{what}</dt>
                <dd>
                  {who} <b>{points}</b>
                </dd>
              </div>
            ),
          )}
        </dl>
      </div>
      <img src={`/share/team/${team.id}.png`} alt="" width={1200} height={630} loading="lazy" />
    </section>
  );
}
