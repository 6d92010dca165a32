import type { Game } from '@touchline/api/http/games';
import { Drawer } from '@touchline/ui/overlays';
import { useEffect, useState } from 'react';
import type { Standing } from './standing.ts';
import { TeamSheet } from './TeamSheet.tsx';
import classes from './team-look.module.css';

export interface TeamLookProps {
  game: Game;
  /** The participation that is looked at; null closes it. */
  team: string | null;
  /** Its row, as far as the standings on the page hold it. */
  row: Standing | null;
  onClose: () => void;
}

/** A look into anybody's team, beside the standings. */
export function TeamLook({ game, team, row, onClose }: TeamLookProps) {
  // It opens a moment after it is there: the drawer remembers the focus only of what it saw open.
  const [shown, setShown] = useState<Pick<TeamLookProps, 'team' | 'row'>>({ team: null, row: null });
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    setOpened(team !== null);
    // While it slides away it still shows what it showed.
    if (team !== null) setShown({ team, row });
  }, [team, row]);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="30rem"
      title={<span className={classes.title}>{shown.row?.team_name ?? 'Team'}</span>}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      {shown.team ? <TeamSheet game={game} team={shown.team} row={shown.row} /> : null}
    </Drawer>
  );
}
