import {
  type AdminParticipationDetails,
  excludeParticipation,
  includeParticipation,
} from '@touchline/api/http/admin-entries';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { Alert } from '@touchline/ui/data';
import { shortHex } from '@touchline/ui/format';
import { CopyableText } from '../components/CopyableText.tsx';
import { DetailList } from '../components/DetailList.tsx';
import { ReasonAction } from '../components/ReasonAction.tsx';
import { formatInstant, formatNumber } from '../format.ts';
import records from '../records/records.module.css';
import type { Edit } from '../records/use-edit.ts';
import { EarnedPoints } from './EarnedPoints.tsx';
import { RestorePoints } from './PointsActions.tsx';
import classes from './participations.module.css';
import { RevealLineup } from './RevealLineup.tsx';

type ParticipationViewProps = { edit: Edit<AdminParticipationDetails> };

/** All fields of a participation, its adjustments, and forms to restore its points and to exclude it. */
export function ParticipationView({ edit }: ParticipationViewProps) {
  const { base } = edit;
  const { excluded, suspended } = base;
  return (
    <>
      {suspended ? (
        <Alert color="warn" title="Suspended">
          A chain reorganisation removed the payment. The entry doesn't count until the transfer is mined
          again.
        </Alert>
      ) : null}
      {excluded ? (
        <Alert color="danger" title="Excluded from the leaderboard">
          {`${formatInstant(excluded.at)}, by ${shortHex(excluded.admin)}: ${excluded.reason}`}
        </Alert>
      ) : null}
      <DetailList
        details={[
          ['ID', <CopyableText key="id" value={base.id} label="id" />],
          ['Wallet', <CopyableText key="wallet" value={base.wallet_address} label="wallet address" />],
          ['Team Name', base.team_name],
          ['Game', `${base.game_name} (${base.game_type})`],
          ['Joined', formatInstant(base.joined_at)],
          ['Rank', base.rank === null ? '-' : formatNumber(base.rank)],
          ['Formation', base.formation ?? 'Sealed'],
          ['Captain', base.captain_id ?? 'Sealed'],
          ['Vice Captain', base.vice_captain_id ?? 'Sealed'],
          ['Entry Points', formatNumber(base.entry_points)],
          ['Current Points', formatNumber(base.current_points)],
          ['Coefficient', `${base.coefficient_applied}x`],
          ['Earned Points', <EarnedPoints key="earned" points={base.earned_points} />],
        ]}
      />
      <Adjustments participation={base} />
      <RestorePoints edit={edit} />
      <section aria-label="Players snapshot">
        <strong>Players</strong>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
        <pre className={records.snapshot} tabIndex={0}>
          {JSON.stringify(base.players_snapshot, null, 2)}
        </pre>
      </section>
      <RevealLineup participation={base} />
      <Exclusion edit={edit} />
    </>
  );
}

function Adjustments({ participation: { adjustments } }: { participation: AdminParticipationDetails }) {
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

/** Excludes the entry from the leaderboard, or includes it again; both need a reason. */
function Exclusion({ edit: { base, sideChange } }: ParticipationViewProps) {
  const { api } = useHost();
  const isExcluded = base.excluded !== null;
  const action = isExcluded ? 'Include again' : 'Exclude from leaderboard';
  const endpoint = isExcluded ? includeParticipation : excludeParticipation;
  const color = isExcluded ? 'grass' : 'danger';
  const change = useMutation({
    ...sideChange,
    mutationFn: async (reason: string) => {
      const request = { params: { id: base.id }, body: { reason }, version: base.version };
      return (await api.request(endpoint, request)).participation;
    },
  });
  return <ReasonAction button={{ variant: 'light', color }} action={action} color={color} change={change} />;
}
