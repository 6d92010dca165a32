import { editLeagueMember, type League, removeLeagueMember } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { useFocusBack } from '@touchline/host/use-focus-back';
import { Button } from '@touchline/ui/base';
import { useState } from 'react';
import type { DisplayRow } from '../leaderboard/display-row.ts';
import classes from './leagues.module.css';
import { useLeagueChange } from './use-league-change.ts';

interface MemberActionsProps {
  league: League;
  member: DisplayRow;
  /** The user's wallet in lower case. */
  wallet: string;
  /** Called after the member has been removed. */
  onDone: () => void;
}

/** Actions of owner and co-admins on a member: remove, ban, and for the owner the rights of a co-admin. */
export function MemberActions({ league, member, wallet, onDone }: MemberActionsProps) {
  const { api } = useHost();
  const [confirming, setConfirming] = useState<'remove' | 'ban' | null>(null);
  const removeButton = useFocusBack<HTMLButtonElement>(confirming === 'remove');
  const banButton = useFocusBack<HTMLButtonElement>(confirming === 'ban');
  const { wallet_address, team_name } = member;
  const address = wallet_address.toLowerCase();
  const params = { id: league.id, wallet: address };
  const remove = useLeagueChange(
    (ban: boolean) => api.request(removeLeagueMember, { params, query: ban ? { ban: 'true' } : {} }),
    onDone,
  );
  const isCoAdmin = league.co_admins.includes(address);
  const appoint = useLeagueChange(() =>
    api.request(editLeagueMember, { params, body: { co_admin: !isCoAdmin } }),
  );
  if (address === league.owner || league.state === 'FINISHED') return null;
  if (confirming)
    return (
      <section className={classes.confirm} aria-label="Confirm">
        <p>
          {confirming === 'ban'
            ? `Remove ${team_name} and keep them out? They can’t join again until you lift the ban.`
            : `Remove ${team_name}? They can join again with the code. Their team and points stay in the game.`}
        </p>
        <Button color="danger" loading={remove.isPending} onClick={() => remove.mutate(confirming === 'ban')}>
          {confirming === 'ban' ? 'Ban' : 'Remove'}
        </Button>
        <Button variant="default" autoFocus onClick={() => setConfirming(null)}>
          Cancel
        </Button>
      </section>
    );
  const closed = league.kind === 'HEAD_TO_HEAD' && league.state !== 'OPEN';
  return (
    <section className={classes.confirm} aria-label="Manage this member">
      {wallet === league.owner ? (
        <Button variant="default" loading={appoint.isPending} onClick={() => appoint.mutate()}>
          {isCoAdmin ? 'Remove as co-admin' : 'Make co-admin'}
        </Button>
      ) : null}
      {closed ? null : (
        <>
          <Button variant="default" ref={removeButton} onClick={() => setConfirming('remove')}>
            Remove from the league
          </Button>
          <Button variant="default" ref={banButton} onClick={() => setConfirming('ban')}>
            Ban
          </Button>
        </>
      )}
    </section>
  );
}
