import type { Game } from '@touchline/api/http/games';
import { Drawer } from '@touchline/ui/overlays';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DisplayRow } from '../leaderboard/display-row.ts';
import { TeamSheet } from './TeamSheet.tsx';
import classes from './team-preview.module.css';

export interface TeamPreviewProps {
  game: Game;
  opened: boolean;
  /** Id of the entry to preview; null if it is not opened. */
  team: string | null;
  /** Its row, if it is on the current page. */
  row: DisplayRow | null;
  /** False until a team of the table has points. */
  ranked: boolean;
  /** Id of the user's own entry in the game; null without one. */
  mine: string | null;
  onClose: () => void;
  /** Content below the team. */
  children?: ReactNode;
}

/** Preview of a team in a drawer next to the leaderboard. */
export function TeamPreview(props: TeamPreviewProps) {
  const { game, opened, team, row, ranked, mine, onClose, children } = props;
  const opener = useRef<Element | null>(null);
  // The content is kept while the drawer slides out.
  const [shown, setShown] = useState<Pick<TeamPreviewProps, 'team' | 'row'>>({ team: null, row: null });
  useEffect(() => {
    if (team === null) return;
    opener.current ??= document.activeElement;
    setShown({ team, row });
  }, [team, row]);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      // From the second opening on, the drawer itself would return focus to an element inside it.
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
      {shown.team ? (
        <TeamSheet game={game} team={shown.team} row={shown.row} ranked={ranked} mine={mine}>
          {children}
        </TeamSheet>
      ) : null}
    </Drawer>
  );
}
