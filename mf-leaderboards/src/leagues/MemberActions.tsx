import { editLeagueMember, type League, removeLeagueMember } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { Button, Group } from '@touchline/ui/base';
import { useState } from 'react';
import type { DisplayRow } from '../leaderboard/display-row.ts';
import { Confirmed } from './Confirmed.tsx';
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
  const [asked, setAsked] = useState<'remove' | 'ban' | null>(null);
  const { wallet_address, team_name } = member;
  const address = wallet_address.toLowerCase();
  const params = { id: league.id, wallet: address };
  const remove = useLeagueChange(() => api.request(removeLeagueMember, { params, query: {} }), onDone);
  const ban = useLeagueChange(
    () => api.request(removeLeagueMember, { params, query: { ban: 'true' } }),
    onDone,
  );
  const isCoAdmin = league.co_admins.includes(address);
  const appoint = useLeagueChange(() =>
    api.request(editLeagueMember, { params, body: { co_admin: !isCoAdmin } }),
  );
  if (address === league.owner || league.state === 'FINISHED') return null;
  const closed = league.kind === 'HEAD_TO_HEAD' && league.state !== 'OPEN';
  return (
    <Group component="section" gap={8} aria-label="Manage this member">
      {wallet === league.owner && asked === null ? (
        <Button variant="default" loading={appoint.isPending} onClick={() => appoint.mutate()}>
          {isCoAdmin ? 'Remove as co-admin' : 'Make co-admin'}
        </Button>
      ) : null}
      {closed || asked === 'ban' ? null : (
        <Confirmed
          label="Remove from the league"
          question={`Remove ${team_name}? They can join again with the code. Their team and points stay in the game.`}
          action="Remove"
          change={remove}
          asking={asked === 'remove'}
          onAsk={(asking) => setAsked(asking ? 'remove' : null)}
        />
      )}
      {closed || asked === 'remove' ? null : (
        <Confirmed
          label="Ban"
          question={`Remove ${team_name} and keep them out? They can’t join again until you lift the ban.`}
          action="Ban"
          change={ban}
          asking={asked === 'ban'}
          onAsk={(asking) => setAsked(asking ? 'ban' : null)}
        />
      )}
    </Group>
  );
}
