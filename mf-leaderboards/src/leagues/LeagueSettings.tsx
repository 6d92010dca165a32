import {
  editLeague,
  editLeagueMember,
  type League,
  leagueName,
  liftLeagueBan,
  removeLeagueMember,
  rotateLeagueCode,
} from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { Button, Group, Stack, Text, Title } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { TextInput } from '@touchline/ui/forms';
import { type FormEvent, useState } from 'react';
import { Manager } from '../Manager.tsx';
import { ChangeSettings } from './ChangeSettings.tsx';
import { Confirmed } from './Confirmed.tsx';
import { isNeverStarted } from './league-texts.ts';
import classes from './leagues.module.css';
import { useLeagueChange } from './use-league-change.ts';

interface LeagueSettingsProps {
  opened: boolean;
  onClose: () => void;
  league: League;
  /** The user's wallet in lower case. */
  wallet: string;
}

/** Dialog with the settings of owner and co-admins, and the way out for every member. */
export function LeagueSettings({ opened, onClose, league, wallet }: LeagueSettingsProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="League settings">
      <Stack>
        {league.can_manage ? (
          <>
            <Rename league={league} />
            {league.state === 'OPEN' ? <ChangeSettings league={league} /> : null}
            {league.code ? <RotateCode id={league.id} /> : null}
            <People league={league} isOwner={wallet === league.owner} />
            {league.state === 'FINISHED' ? null : (
              <Text fz="sm" c="dimmed">
                To remove a member or to name a co-admin, open their team in the table.
              </Text>
            )}
          </>
        ) : null}
        <Leave league={league} wallet={wallet} />
      </Stack>
    </Dialog>
  );
}

function Rename({ league }: { league: League }) {
  const { api, notify } = useHost();
  const [name, setName] = useState(league.name);
  const [error, setError] = useState<string | null>(null);
  const rename = useLeagueChange(
    (next: string) => api.request(editLeague, { params: { id: league.id }, body: { name: next } }),
    () => notify({ kind: 'success', message: 'The league has a new name.' }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = leagueName.safeParse(name);
    setError(parsed.success ? null : `The name ${parsed.error.issues[0]?.message ?? 'is missing'}.`);
    if (parsed.success) rename.mutate(parsed.data);
  };
  return (
    <form className={classes.code} onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        maxLength={40}
        value={name}
        error={error}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" variant="default" loading={rename.isPending} disabled={name === league.name}>
        Rename
      </Button>
    </form>
  );
}

function RotateCode({ id }: { id: string }) {
  const { api, notify } = useHost();
  const [asking, setAsking] = useState(false);
  const rotate = useLeagueChange(
    () => api.request(rotateLeagueCode, { params: { id } }),
    () => notify({ kind: 'success', message: 'The league has a new code. Send the new link.' }),
  );
  return (
    <Confirmed
      label="Replace the code"
      question="Replace the code? Links and codes that you have sent no longer work. Members stay."
      action="Replace"
      change={rotate}
      asking={asking}
      onAsk={setAsking}
    />
  );
}

function People({ league, isOwner }: { league: League; isOwner: boolean }) {
  const { api } = useHost();
  const { id, co_admins, banned } = league;
  return (
    <>
      <WalletList
        title="Co-admins"
        wallets={co_admins}
        action={isOwner ? 'Remove' : null}
        send={(wallet) =>
          api.request(editLeagueMember, { params: { id, wallet }, body: { co_admin: false } })
        }
      />
      <WalletList
        title="Banned"
        wallets={banned}
        action="Lift the ban"
        send={(wallet) => api.request(liftLeagueBan, { params: { id, wallet } })}
      />
    </>
  );
}

interface WalletListProps {
  title: string;
  wallets: readonly string[];
  /** Null without the right to change the list. */
  action: string | null;
  /** Takes a wallet off the list. */
  send: (wallet: string) => Promise<unknown>;
}

function WalletList({ title, wallets, action, send }: WalletListProps) {
  if (wallets.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={3} mb={8}>
        {title}
      </Title>
      <ul className={classes.people}>
        {wallets.map((wallet) => (
          <Group key={wallet} component="li" justify="space-between" gap="sm" wrap="nowrap" mih="3rem">
            <span title={wallet}>
              <Manager wallet={wallet} />
            </span>
            {action ? <WalletAction label={action} send={() => send(wallet)} /> : null}
          </Group>
        ))}
      </ul>
    </section>
  );
}

function WalletAction({ label, send }: { label: string; send: () => Promise<unknown> }) {
  const change = useLeagueChange(send);
  return (
    <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
      {label}
    </Button>
  );
}

function Leave({ league, wallet }: Pick<LeagueSettingsProps, 'league' | 'wallet'>) {
  const { api, navigate, notify } = useHost();
  const [asking, setAsking] = useState(false);
  const leave = useLeagueChange(
    () => api.request(removeLeagueMember, { params: { id: league.id, wallet }, query: {} }),
    () => {
      notify({ kind: 'success', message: `You have left ${league.name}.` });
      navigate('/leagues', { replace: true });
    },
    'none',
  );
  if (league.kind === 'HEAD_TO_HEAD' && league.state !== 'OPEN' && !isNeverStarted(league))
    return (
      <Text fz="sm" c="dimmed">
        The league has started. Its members stay until the end of the game.
      </Text>
    );
  return (
    <Confirmed
      label="Leave the league"
      question={`Leave ${league.name}? Your team and its points stay in the game. ${describeLeaving(league, wallet)}`}
      action="Leave"
      change={leave}
      asking={asking}
      onAsk={setAsking}
    />
  );
}

function describeLeaving({ members, state, owner }: League, wallet: string): string {
  if (members === 1) return 'The league is deleted, because you are its last member.';
  if (state === 'FINISHED') return 'You can’t come back, because the league is over.';
  return wallet === owner ? 'Another member becomes the owner.' : 'You need the code to come back.';
}
