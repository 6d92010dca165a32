import type { HistoryTeam } from '@touchline/api/http/history';
import { Group, Title } from '@touchline/ui/base';
import { formatCount, formatPointsShort, ordinal, plural } from '@touchline/ui/format';
import { ShareButton } from '@touchline/ui/ShareButton';
import classes from './history.module.css';
import { findLatestWeek, type Week } from './records.ts';

/** The user's latest gameweek in all games, which can be shared as text with a link. Renders nothing before the first points. */
export function WeekRecap({ teams }: { teams: readonly HistoryTeam[] }) {
  const weeks = findLatestWeek(teams);
  const [first] = weeks;
  if (!first) return null;
  const title = `Gameweek ${first.week.gameweek}`;
  const { game, participation_id } = first.team;
  return (
    <section className={classes.recap} aria-labelledby="week-title">
      <Group justify="space-between" gap={8} mb={8}>
        <Title id="week-title" order={2} size="h3" mb={8}>
          {title}
        </Title>
        <span>
          <ShareButton
            label="Share my week"
            title={`My ${title} on Touchline`}
            text={[`My ${title} on Touchline`, ...weeks.map(describeWeek)].join('\n')}
            path={`/rankings?game=${game.id}&team=${participation_id}`}
          />
        </span>
      </Group>
      <ul aria-label={`My teams in ${title}`}>
        {weeks.map((each) => (
          <li key={each.team.participation_id}>{describeWeek(each)}</li>
        ))}
      </ul>
    </section>
  );
}

/** "Season 2026: 57 points (average 51.3), 3rd of 40" */
function describeWeek({ team, week }: Week): string {
  const rank = week.rank === null ? '' : `, ${ordinal(week.rank)} of ${formatCount(team.teams)}`;
  const provisional = week.settled ? '' : ', provisional';
  return `${team.game.name}: ${plural(week.points, 'point')} (average ${formatPointsShort(week.average_points)})${rank}${provisional}`;
}
