import { Button, Group, Text } from '@touchline/ui/base';
import { IconLogout } from '@touchline/ui/icons';
import { useState } from 'react';
import { useShell } from '../shell-context.ts';

/** Few visitors have an unsent lineup when they sign out. */
const loadUnsent = () => import(/* webpackChunkName: "player" */ '@touchline/host/unsent-lineups');

/** Describes unsent lineups by their teams, which may have one for each of two gameweeks. */
function describeUnsent(teams: readonly string[]): string {
  if (teams.length === 1) return `The lineup of ${teams[0]} has not been sent. Signing out discards it.`;
  const names = new Intl.ListFormat('en-GB').format(new Set(teams));
  return `The lineups of ${names} have not been sent. Signing out discards them.`;
}

type Scope = 'here' | 'everywhere';

/** A sign-out that would discard unsent lineups. */
interface Question {
  scope: Scope;
  teams: readonly string[];
}

/** Buttons that end the session. Signing out removes lineups that were not sent, so it asks first if there are any. */
export function SignOut() {
  const { signIn, host } = useShell();
  const [question, setQuestion] = useState<Question | null>(null);
  const signOut = async (scope: Scope, discard: boolean) => {
    const wallet = host.session.get().user?.wallet_address ?? '';
    const lineups = await loadUnsent().catch(() => null);
    const waiting = lineups?.readUnsentLineups(wallet) ?? [];
    if (waiting.length > 0 && !discard)
      return setQuestion({ scope, teams: waiting.map(({ team_name }) => team_name) });
    if (scope === 'everywhere') {
      await signIn.signOutEverywhere();
      // It failed.
      if (host.session.get().user) return;
    }
    lineups?.removeUnsentLineups(wallet);
    if (scope === 'here') await signIn.signOut();
    host.notify({ kind: 'info', message: 'You are signed out.' });
  };
  if (question)
    return (
      <div role="alert">
        <Text size="sm" mb="xs">
          {describeUnsent(question.teams)}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => void signOut(question.scope, true)}>
            Discard and sign out
          </Button>
          <Button onClick={() => setQuestion(null)}>Stay signed in</Button>
        </Group>
      </div>
    );
  return (
    <Group gap="xs" grow preventGrowOverflow={false}>
      <Button
        variant="default"
        leftSection={<IconLogout size={18} stroke={1.8} />}
        onClick={() => void signOut('here', false)}
      >
        Sign out
      </Button>
      <Button variant="subtle" onClick={() => void signOut('everywhere', false)}>
        Sign out everywhere
      </Button>
    </Group>
  );
}
