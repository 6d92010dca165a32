import { fieldPlayers, giveArmband } from '@touchline/rules/draft';
import { ARMBAND_FACTOR } from '@touchline/rules/points';
import { NativeSelect } from '@touchline/ui/forms';
import { useArrange, useBuilder, useDraft } from '../draft/builder-context.ts';
import panel from '../page/panel.module.css';

const BANDS = [
  { band: 'captain_id', label: `Captain (${ARMBAND_FACTOR}x points)` },
  { band: 'vice_captain_id', label: 'Vice-captain', description: 'Doubles if your captain does not play' },
] as const;

/** Selects for captain and vice-captain, shown once two players are on the pitch (BUILD-22). */
export function Captaincy() {
  const { draft } = useDraft();
  const { byId } = useBuilder();
  const arrange = useArrange();
  const field = fieldPlayers(draft).flatMap((id) => byId.get(id) ?? []);
  if (field.length < 2) return null;
  return (
    <section className={panel.panel} aria-labelledby="captaincy-title">
      <h2 id="captaincy-title">Captaincy</h2>
      {BANDS.map(({ band, ...texts }) => (
        <NativeSelect
          key={band}
          {...texts}
          data={[
            { value: '', label: 'Choose a player' },
            ...field.map(({ id, web_name, club_short }) => ({
              value: String(id),
              label: `${web_name} (${club_short})`,
            })),
          ]}
          value={String(draft[band] ?? '')}
          onChange={({ currentTarget: { value } }) =>
            arrange((draft) => giveArmband(draft, band, value === '' ? null : Number(value)))
          }
        />
      ))}
    </section>
  );
}
