import type { PublicLineup } from '@touchline/api/http/lineups';
import { Text, Title } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { IconLock } from '@touchline/ui/icons';
import { Pitch, PitchBench } from '@touchline/ui/Pitch';
import { buildBenchSlots, buildFieldSlots, formatHiddenCount } from './team-slots.ts';

/**
 * Visible players of a team on the pitch and the bench.
 * @param hasTitle whether the name is already shown above
 */
export function Lineup({ lineup, named: hasTitle }: { lineup: PublicLineup; named: boolean }) {
  const name = hasTitle ? null : (
    <Title order={3} size="h4">
      {lineup.team_name}
    </Title>
  );
  if (lineup.formation === null)
    return (
      <>
        {name}
        <EmptyState title="Hidden until kick-off" icon={<IconLock size={28} aria-hidden="true" />}>
          {formatHiddenCount(lineup.hidden)}. Each player is revealed at kick-off.
        </EmptyState>
      </>
    );
  const provisional = lineup.players.some((player) => player.provisional_bonus > 0);
  return (
    <>
      {name}
      <Text fw={600} role="status">
        Gameweek {lineup.gameweek}, {lineup.formation}
        {lineup.hidden > 0 ? `. ${formatHiddenCount(lineup.hidden)}.` : '.'}
      </Text>
      <Pitch formation={lineup.formation} slots={buildFieldSlots(lineup)} size="preview" />
      <PitchBench slots={buildBenchSlots(lineup)} size="preview" />
      {provisional ? (
        <Text fz="0.8125rem" c="dimmed">
          * Bonus points are provisional until the match is checked.
        </Text>
      ) : null}
    </>
  );
}
