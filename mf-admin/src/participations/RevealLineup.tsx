import { type AdminParticipationDetails, revealLineup } from '@touchline/api/http/admin-entries';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { plural } from '@touchline/ui/format';
import { ReasonAction } from '../components/ReasonAction.tsx';
import records from '../records/records.module.css';

/** Shows the sealed lineup of a team, with a reason for the audit log. Renders nothing if no player is sealed. */
export function RevealLineup({ participation }: { participation: AdminParticipationDetails }) {
  const { api } = useHost();
  const { id, sealed_players } = participation;
  const reveal = useMutation({
    mutationFn: async (reason: string) =>
      (await api.request(revealLineup, { params: { id }, body: { reason } })).participation,
  });
  if (sealed_players === 0) return null;
  if (reveal.data) {
    const { formation, captain_id, vice_captain_id, players_snapshot } = reveal.data;
    const players = players_snapshot.map(({ id: player, web_name }) => ({ id: player, web_name }));
    return (
      <section aria-label="Revealed lineup">
        <strong>Revealed lineup</strong>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
        <pre className={records.snapshot} tabIndex={0}>
          {JSON.stringify({ formation, captain_id, vice_captain_id, players }, null, 2)}
        </pre>
      </section>
    );
  }
  return (
    <ReasonAction
      label={`Reveal ${plural(sealed_players, 'sealed player')}`}
      button={{ variant: 'light' }}
      action="Reveal lineup"
      change={reveal}
    />
  );
}
