import {
  type AdminParticipationDetails,
  excludeParticipation,
  includeParticipation,
} from '@touchline/api/http/admin-entries';
import { useHost } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { shortHex } from '@touchline/ui/format';
import { useState } from 'react';
import { formatInstant, formatNumber } from '../format.ts';
import { Copy } from '../components/CopyableText.tsx';
import { Facts } from '../components/DetailList.tsx';
import { ReasonForm } from '../components/ReasonForm.tsx';
import records from '../records/records.module.css';
import type { Edit } from '../records/use-edit.ts';
import { EarnedPoints } from './EarnedPoints.tsx';
import classes from './participations.module.css';

type View = { edit: Edit<AdminParticipationDetails> };

/** Everything about a participation. */
export function ParticipationView({ edit }: View) {
  const { base } = edit;
  const { excluded, suspended } = base;
  return (
    <>
      {suspended ? (
        <Alert color="warn" title="Suspended">
          A reorganisation removed its payment. It does not count until the transfer is mined again.
        </Alert>
      ) : null}
      {excluded ? (
        <Alert color="danger" title="Excluded from the standings">
          {`${formatInstant(excluded.at)}, by ${shortHex(excluded.admin)}: ${excluded.reason}`}
        </Alert>
      ) : null}
      <Facts
        facts={[
          ['ID', <Copy key="id" value={base.id} what="id" />],
          ['Wallet', <Copy key="wallet" value={base.wallet_address} what="wallet address" />],
          ['Team Name', base.team_name],
          ['Game', `${base.game_name} (${base.game_type})`],
          ['Joined', formatInstant(base.joined_at)],
          ['Rank', base.rank === null ? '-' : formatNumber(base.rank)],
          ['Formation', base.formation],
          ['Captain', base.captain_id],
          ['Vice Captain', base.vice_captain_id],
          ['Entry Points', formatNumber(base.entry_points)],
          ['Current Points', formatNumber(base.current_points)],
          ['Coefficient', `${base.coefficient_applied}x`],
          ['Earned Points', <EarnedPoints key="earned" points={base.earned_points} />],
        ]}
      />
      <Adjustments of={base} />
      <section aria-label="Players snapshot">
        <strong>Players</strong>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
        <pre className={records.snapshot} tabIndex={0}>
          {JSON.stringify(base.players_snapshot, null, 2)}
        </pre>
      </section>
      <Exclusion edit={edit} />
    </>
  );
}

function Adjustments({ of: { adjustments } }: { of: AdminParticipationDetails }) {
  if (adjustments.length === 0) return null;
  return (
    <section aria-label="Adjustments">
      <strong>Adjustments</strong>
      <ul className={classes.list}>
        {adjustments.map(({ at, field, before, after, admin, reason }) => (
          <li key={`${at} ${field}`}>
            {`${formatInstant(at)}: ${field} ${formatNumber(before)} to ${formatNumber(after)}, by ${shortHex(admin)}: ${reason}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Takes the entry out of the standings, or back in, with a reason. */
function Exclusion({ edit: { base, change } }: View) {
  const { api } = useHost();
  const [asking, setAsking] = useState(false);
  const isOut = base.excluded !== null;
  const action = isOut ? 'Include again' : 'Exclude from standings';
  const call = isOut ? includeParticipation : excludeParticipation;
  if (!asking)
    return (
      <Button
        variant="light"
        color={isOut ? 'grass' : 'danger'}
        onClick={() => setAsking(true)}
        style={{ justifySelf: 'start' }}
      >
        {action}
      </Button>
    );
  return (
    <ReasonForm
      action={action}
      color={isOut ? 'grass' : 'danger'}
      pending={change.isPending}
      error={change.error}
      onCancel={() => setAsking(false)}
      onSubmit={(reason) =>
        change.mutate(
          async (version) =>
            (await api.request(call, { params: { id: base.id }, body: { reason }, version })).participation,
          { onSuccess: () => setAsking(false) },
        )
      }
    />
  );
}
