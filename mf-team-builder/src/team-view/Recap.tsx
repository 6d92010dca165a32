import type { ParticipationDetails } from '@touchline/api/http/entries';
import { Link } from '@touchline/host/router';
import { applyArmband } from '@touchline/rules/points';
import { formatPointsShort, ordinal } from '@touchline/ui/format';
import { ShareButton } from '@touchline/ui/ShareButton';
import { formatName } from '../team/names.ts';
import { findGameweek } from '../team/team-sheet.ts';
import classes from './recap.module.css';

/** Shares a link to the team in Rankings, because the team page is visible only to its owner. */
export function ShareTeam({ team: { id, game, team_name } }: { team: ParticipationDetails }) {
  return <ShareButton title={`${team_name} in ${game.name}`} path={`/rankings?game=${game.id}&team=${id}`} />;
}

/** Summary of a completed game: rank, points, best players, a link to the result and the image of the shared link. */
export function Recap({ team }: { team: ParticipationDetails }) {
  // A single gameweek is meaningful only in a game of one gameweek.
  const single = team.game.first_gameweek === team.game.last_gameweek;
  const gameweek = single ? findGameweek(team) : undefined;
  const findBest = (inEleven: boolean) =>
    gameweek?.players
      .filter(({ id }) => gameweek.final_eleven.includes(id) === inEleven)
      .toSorted((a, b) => b.points - a.points)[0];
  const armband = gameweek?.players.find(({ id }) => id === gameweek.armband);
  const total = formatPointsShort(team.earned_points);
  const scored = `${total} ${total === '1' ? 'point' : 'points'}`;
  const rank = team.rank === null ? '' : `You came ${ordinal(team.rank)}`;
  const provisional = team.game.settlement === 'FINAL' ? '' : ', provisional';
  const rows: [label: string, scorer: { id: number; points: number } | undefined][] = [
    ['Armband', armband && { ...armband, points: applyArmband(armband.points, true) }],
    ['Best of the eleven', findBest(true)],
    ['Best of the bench', findBest(false)],
  ];
  return (
    <section className={classes.recap} aria-labelledby="recap-title">
      <div>
        <h2 id="recap-title">{[rank, scored].filter(Boolean).join(' with ') + provisional}</h2>
        <dl className={classes.best}>
          {rows.map(([label, scorer]) =>
            scorer ? (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {formatName(team, scorer.id)} <b>{scorer.points}</b>
                </dd>
              </div>
            ) : null,
          )}
        </dl>
        <Link to={`/results/${team.game.id}`}>Result and prizes</Link>
      </div>
      <img src={`/share/team/${team.id}.png`} alt="" width={1200} height={630} loading="lazy" />
    </section>
  );
}
