import type { LeagueRow } from '@touchline/api/http/league-tables';
import type { League } from '@touchline/api/http/leagues';
import { useCallback, useRef } from 'react';
import type { DisplayRow } from '../leaderboard/display-row.ts';
import { LazyTeamPreview } from '../team-preview/LazyTeamPreview.tsx';
import { ManagerHistory } from './ManagerHistory.tsx';
import { MemberActions } from './MemberActions.tsx';

interface MemberPreviewProps {
  league: League;
  /** The user's wallet in lower case. */
  wallet: string;
  /** The opened member; null closes the preview. */
  member: LeagueRow | null;
  row: DisplayRow | null;
  /** False until a team of the table has points. */
  ranked: boolean;
  /** Id of the user's entry. */
  mine: string | null;
  onClose: () => void;
}

/** Team of a member in a drawer, with the history against the user and, for managers, the actions. */
export function MemberPreview({ league, wallet, member, row, ranked, mine, onClose }: MemberPreviewProps) {
  const latest = useRef(onClose);
  latest.current = onClose;
  const close = useCallback(() => latest.current(), []);
  const isOther = member !== null && member.wallet_address.toLowerCase() !== wallet;
  return (
    <LazyTeamPreview
      game={league.game}
      opened={member !== null}
      team={member?.participation_id ?? null}
      row={row}
      ranked={ranked}
      mine={mine}
      onClose={close}
    >
      {isOther ? (
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
