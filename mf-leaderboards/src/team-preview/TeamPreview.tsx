import type { Game } from '@touchline/api/http/games';
import { Drawer } from '@touchline/ui/overlays';
import { useEffect, useRef, useState } from 'react';
import type { Standing } from '../leaderboard/display-row.ts';
import { TeamSheet } from './TeamSheet.tsx';
import classes from './team-preview.module.css';

export interface TeamPreviewProps {
  game: Game;
  /** The participation to preview; null closes the preview. */
  team: string | null;
  /** Its row, if it is on the current page. */
  row: Standing | null;
  /** The user's own participation in the game; null without one. */
  mine: string | null;
  onClose: () => void;
}

/** A preview of any team, in a drawer beside the standings. */
export function TeamPreview({ game, team, row, mine, onClose }: TeamPreviewProps) {
  const opener = useRef<Element | null>(null);
  // Opens one render after mounting: the drawer animates only if it saw itself open.
  const [shown, setShown] = useState<Pick<TeamPreviewProps, 'team' | 'row'>>({ team: null, row: null });
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (team !== null) opener.current ??= document.activeElement;
    setOpened(team !== null);
    // Keep the content while the drawer slides out.
    if (team !== null) setShown({ team, row });
  }, [team, row]);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      // From the second opening on, the drawer's own return would remember an element inside it.
      returnFocus={false}
      onExitTransitionEnd={() => {
        if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
        opener.current = null;
      }}
      position="right"
      size="30rem"
      title={<span className={classes.title}>{shown.row?.team_name ?? 'Team'}</span>}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      {shown.team ? <TeamSheet game={game} team={shown.team} row={shown.row} mine={mine} /> : null}
    </Drawer>
  );
}
