import { type AdminSwitch, setSwitch } from '@touchline/api/http/admin-controls';
import { useHost } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { Badge, Button, Group } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useState } from 'react';
import { adminKey, switchesOf } from '../admin.queries.ts';
import { formatInstant } from '../format.ts';
import { Panel } from '../components/Panel.tsx';
import { Problem } from '../components/ErrorAlert.tsx';
import { ReasonForm } from '../components/ReasonForm.tsx';
import classes from './system.module.css';

const NAMES: Readonly<Record<AdminSwitch['name'], string>> = {
  paid_games: 'Paid games',
  tournaments: 'Tournaments',
  staking: 'Staking',
};

/** Paid games, tournaments and staking: on or off, for everybody. */
export function Switches() {
  const { api } = useHost();
  const { data, error, refetch } = useQuery(switchesOf(api));
  return (
    <Panel title="Switches">
      {error ? (
        <Problem title="Failed to load switches" error={error} onRetry={() => void refetch()} />
      ) : null}
      {data?.switches.map((each) => <Switch key={each.name} of={each} />) ??
        (error ? null : <RowsSkeleton rows={3} label="Loading switches" />)}
    </Panel>
  );
}

function Switch({ of: { name, on, held_off, changed } }: { of: AdminSwitch }) {
  const { api, queryClient } = useHost();
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (reason: string) => api.request(setSwitch, { params: { name }, body: { on: !on, reason } }),
    onSuccess() {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
  });
  const action = `Turn ${NAMES[name].toLowerCase()} ${on ? 'off' : 'on'}`;
  return (
    <section className={classes.switch} aria-label={NAMES[name]}>
      <Group justify="space-between">
        <strong>{NAMES[name]}</strong>
        <Badge color={on ? 'green' : 'danger'}>{on ? 'On' : 'Off'}</Badge>
      </Group>
      <p className={classes.muted}>
        {held_off
          ? 'Held off by the settings of this deployment. '
          : changed === null
            ? 'Never changed here. '
            : ''}
        {changed ? `${formatInstant(changed.at)}, by ${shortHex(changed.admin)}: ${changed.reason}` : ''}
      </p>
      {asking ? (
        <ReasonForm
          action={action}
          color={on ? 'danger' : 'grass'}
          pending={change.isPending}
          error={change.error}
          onSubmit={(reason) => change.mutate(reason)}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <Button variant="default" onClick={() => setAsking(true)} disabled={held_off}>
          {action}
        </Button>
      )}
    </section>
  );
}
