import { type AdminSwitch, getSwitches, setSwitch } from '@touchline/api/http/admin-controls';
import { Badge, Group } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { useAdminQuery } from '../admin.queries.ts';
import { Loaded } from '../components/Loaded.tsx';
import { Panel } from '../components/Panel.tsx';
import { ReasonAction } from '../components/ReasonAction.tsx';
import { useReasonChange } from '../components/use-reason-change.ts';
import { formatInstant } from '../format.ts';
import classes from './system.module.css';

const NAMES: Readonly<Record<AdminSwitch['name'], string>> = {
  paid_games: 'Paid games',
  tournaments: 'Tournaments',
  staking: 'Staking',
};

/** Switches for paid games, tournaments and staking. They apply to all users. */
export function Switches() {
  const query = useAdminQuery(getSwitches, {});
  return (
    <Panel title="Switches">
      <Loaded query={query} what="switches" rows={3}>
        {(data) => data.switches.map((each) => <Switch key={each.name} state={each} />)}
      </Loaded>
    </Panel>
  );
}

function Switch({ state: { name, on, held_off, changed } }: { state: AdminSwitch }) {
  const change = useReasonChange((api, reason) =>
    api.request(setSwitch, { params: { name }, body: { on: !on, reason } }),
  );
  const action = `Turn ${NAMES[name].toLowerCase()} ${on ? 'off' : 'on'}`;
  return (
    <section className={classes.switch} aria-label={NAMES[name]}>
      <Group justify="space-between">
        <strong>{NAMES[name]}</strong>
        <Badge color={on ? 'green' : 'danger'}>{on ? 'On' : 'Off'}</Badge>
      </Group>
      <p className={classes.muted}>
        {held_off ? 'Disabled by deployment configuration. ' : changed === null ? 'Never changed. ' : ''}
        {changed ? `${formatInstant(changed.at)}, by ${shortHex(changed.admin)}: ${changed.reason}` : ''}
      </p>
      <ReasonAction
        button={{ variant: 'default', disabled: held_off }}
        action={action}
        color={on ? 'danger' : 'grass'}
        change={change}
      />
    </section>
  );
}
