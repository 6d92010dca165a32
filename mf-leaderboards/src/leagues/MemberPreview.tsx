import type { League } from '@touchline/api/http/leagues';
import { useCallback, useRef } from 'react';
import { LazyTeamPreview } from '../team-preview/LazyTeamPreview.tsx';
import type { TeamPreviewProps } from '../team-preview/TeamPreview.tsx';
import { ManagerHistory } from './ManagerHistory.tsx';
import { MemberActions } from './MemberActions.tsx';

interface MemberPreviewProps extends Pick<TeamPreviewProps, 'row' | 'ranked' | 'mine' | 'onClose'> {
  league: League;
  /** The user's wallet in lower case. */
  wallet: string;
  /** Id of the opened entry; null closes the preview. */
  team: string | null;
}

/** Team of a member in a drawer, with the history against the user and, for managers, the actions. */
export function MemberPreview({ league, wallet, team, row, ranked, mine, onClose }: MemberPreviewProps) {
  // The `onClose` of an earlier render would lead back to the page of the table that was open then.
  const latest = useRef(onClose);
  latest.current = onClose;
  const close = useCallback(() => latest.current(), []);
  // The preview stays open when the rank of its member moves to another page.
  const found = useRef(row);
  if (row) found.current = row;
  const member = found.current?.participation_id === team ? found.current : null;
  return (
    <LazyTeamPreview
      game={league.game}
      opened={member !== null}
      team={member?.participation_id ?? null}
      row={member}
      ranked={ranked}
      mine={mine}
      onClose={close}
    >
      {member && !member.is_current_user ? (
        <>
          <ManagerHistory id={league.id} member={member} />
          {league.can_manage && league.automatic === null ? (
            <MemberActions league={league} member={member} wallet={wallet} onDone={close} />
          ) : null}
        </>
      ) : null}
    </LazyTeamPreview>
  );
}
