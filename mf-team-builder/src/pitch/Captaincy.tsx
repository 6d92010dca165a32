import { useDispatch } from '@touchline/host/redux';
import { fieldPlayers } from '@touchline/rules/draft';
import { ARMBAND_FACTOR } from '@touchline/rules/points';
import { NativeSelect } from '@touchline/ui/forms';
import { useBuilder, useDraft } from '../draft/builder-context.tsx';
import { draftActions } from '../draft/draft-slice.ts';
import panel from '../page/panel.module.css';

/** Selects for captain and vice-captain, shown once two players are on the pitch (BUILD-22). */
export function Captaincy() {
  const { draft } = useDraft();
  const { byId } = useBuilder();
  const dispatch = useDispatch();
  const field = fieldPlayers(draft).flatMap((id) => byId.get(id) ?? []);
  if (field.length < 2) return null;
  const options = [
    { value: '', label: 'Choose a player' },
    ...field.map((player) => ({ value: String(player.id), label: `${player.web_name} (${player.club})` })),
  ];
  const parseId = (value: string) => (value === '' ? null : Number(value));
  return (
    <section className={panel.panel} aria-labelledby="captaincy-title">
      <h2 id="captaincy-title">Captaincy</h2>
      <NativeSelect
        label={`Captain (${ARMBAND_FACTOR}x points)`}
        data={options}
        value={String(draft.captain_id ?? '')}
        onChange={(event) => dispatch(draftActions.captainChosen(parseId(event.currentTarget.value)))}
      />
      <NativeSelect
        label="Vice-captain"
        description="Doubles if your captain does not play"
        data={options}
        value={String(draft.vice_captain_id ?? '')}
        onChange={(event) => dispatch(draftActions.viceCaptainChosen(parseId(event.currentTarget.value)))}
      />
    </section>
  );
}
