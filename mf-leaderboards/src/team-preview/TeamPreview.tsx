import { Drawer } from '@touchline/ui/overlays';
import { useEffect, useRef, useState } from 'react';
import { TeamSheet, type TeamSheetProps } from './TeamSheet.tsx';
import classes from './team-preview.module.css';

export interface TeamPreviewProps extends Omit<TeamSheetProps, 'team'> {
  opened: boolean;
  /** Id of the entry to preview; null if it is not opened. */
  team: string | null;
  onClose: () => void;
}

/** Preview of a team in a drawer next to the leaderboard. */
export function TeamPreview({ opened, team, row, onClose, ...sheet }: TeamPreviewProps) {
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
      {shown.team ? <TeamSheet {...sheet} team={shown.team} row={shown.row} /> : null}
    </Drawer>
  );
}
