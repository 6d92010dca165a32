import type { ParticipationDetails } from '@touchline/api/http/entries';
import { Button, Group } from '@touchline/ui/base';
import { FactRows } from '../page/FactRows.tsx';
import panel from '../page/panel.module.css';
import { formatNames } from '../team/names.ts';
import classes from './team-view.module.css';

/** The lineup saved for the next gameweek and its differences from the current one. */
export function NextLineup({
  team,
  onEdit,
}: {
  team: ParticipationDetails;
  onEdit: (gameweek: number) => void;
}) {
  const next = team.next_lineup;
  if (!next) return null;
  const on = next.field_players.filter((id) => !team.field_players.includes(id));
  const off = team.field_players.filter((id) => !next.field_players.includes(id));
  const rows: [string, string][] = [
    ['Formation', next.formation],
    ['Captain', formatNames(team, [next.captain_id])],
    ['Vice-captain', formatNames(team, [next.vice_captain_id])],
    [
      'On the pitch',
      on.length === 0 ? 'The same eleven' : `${formatNames(team, on)} for ${formatNames(team, off)}`,
    ],
  ];
  return (
    <section className={panel.panel} aria-labelledby="next-title">
      <Group justify="space-between" wrap="nowrap">
        <h2 id="next-title">From gameweek {next.effective_gameweek}</h2>
        <Button variant="default" onClick={() => onEdit(next.effective_gameweek)}>
          Change
        </Button>
      </Group>
      <dl className={classes.facts}>
        <FactRows rows={rows} />
      </dl>
    </section>
  );
}
