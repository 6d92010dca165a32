import type { ParticipationDetails, ParticipationGameweek } from '@touchline/api/http/entries';
import { BENCH_SIZE, FIELD_SIZE } from '@touchline/rules/squad';
import { formatCount, plural } from '@touchline/ui/format';
import { Pitch, PitchBench, type PitchSlot } from '@touchline/ui/Pitch';
import panel from '../page/panel.module.css';
import { PlayerList } from '../team/PlayerList.tsx';
import classes from '../team/team.module.css';
import { useLocked } from '../team/use-locked.ts';
import { GameInformation } from './GameInformation.tsx';
import { GameweekTable } from './GameweekTable.tsx';
import { GameweekTabs } from './GameweekTabs.tsx';
import { NextLineup } from './NextLineup.tsx';
import view from './team-view.module.css';
import { useShownGameweek } from './use-shown-gameweek.ts';

interface TeamSheetProps {
  team: ParticipationDetails;
  onPlayer: (id: number) => void;
  /** Opens the edit mode for a gameweek. */
  onEdit: (gameweek: number) => void;
}

/** View mode: the saved team with live points (VIEW-04). */
export function TeamSheet({ team, onPlayer, onEdit }: TeamSheetProps) {
  const locked = useLocked(team);
  const sheet = useShownGameweek(team, locked);
  const { shown, next, listed, upcoming } = sheet;
  const gameweek = team.gameweeks.find((each) => each.gameweek === shown);
  // Player details exist only for the gameweek that the players' points belong to.
  const showPlayer = ({ player }: PitchSlot) => player && onPlayer(player.id);
  const onSlot = listed && shown !== next ? showPlayer : undefined;
  const provisional = [...sheet.field, ...sheet.bench].some(({ player }) => player?.provisional);
  const lists: [name: string, size: number, ids: readonly number[]][] = listed
    ? [
        ['Field Players', FIELD_SIZE, listed.field_players],
        ['Bench Players', BENCH_SIZE, listed.bench_players],
      ]
    : [];
  const projected = shown !== next && gameweek?.substitutions.some((pair) => pair.projected);
  return (
    <div className={`${classes.columns} ${view.sheet}`}>
      <div className={classes.column}>
        <GameweekTabs gameweeks={sheet.gameweeks} shown={shown} next={next} onShow={sheet.show} />
        {gameweek && sheet.gameweeks.length > 1 ? (
          <p className={panel.small}>{formatPoints(gameweek)}</p>
        ) : null}
        <Pitch formation={sheet.formation} slots={sheet.field} onSlot={onSlot} />
        <PitchBench slots={sheet.bench} onSlot={onSlot} />
        {provisional || projected ? (
          <p className={panel.small}>
            {provisional ? '* Provisional: bonus and corrections are still to come. ' : ''}
            {projected ? 'Substitutions are projected until the gameweek is over.' : ''}
          </p>
        ) : null}
        <NextLineup team={team} onEdit={onEdit} />
        <div className={view.late}>
          <GameInformation game={team.game} />
          <GameweekTable team={team} />
        </div>
      </div>
      <div className={classes.column}>
        {lists.map(([name, size, ids]) => (
          <PlayerList
            key={name}
            title={`${name} (${ids.length}/${size})`}
            team={team}
            ids={ids}
            locked={locked}
            upcoming={upcoming}
            onPlayer={onPlayer}
          />
        ))}
      </div>
    </div>
  );
}

/** "41 points, rank 3, provisional" */
const formatPoints = ({ points, settled, rank }: ParticipationGameweek) =>
  [plural(points, 'point'), rank === null ? '' : `rank ${formatCount(rank)}`, settled ? '' : 'provisional']
    .filter(Boolean)
    .join(', ');
