import { fieldPlayers, giveArmband } from '@touchline/rules/draft';
import { ARMBAND_FACTOR } from '@touchline/rules/points';
import { NativeSelect } from '@touchline/ui/forms';
import panel from '../page/panel.module.css';
import { formatName } from '../team/names.ts';
import { canWear } from './armbands.ts';
import type { LineupEdit } from './use-lineup-edit.ts';

const BANDS = {
  captain_id: { label: `Captain (${ARMBAND_FACTOR}x points)`, hint: 'Default: your first field player' },
  vice_captain_id: { label: 'Vice-captain', hint: 'Doubles if your captain does not play' },
} as const;

/** Captain and vice-captain, chosen from the field players (VIEW-12). */
export function CaptaincyChoice({ edit }: { edit: LineupEdit }) {
  return (
    <section className={panel.panel} aria-labelledby="captaincy-title">
      <h2 id="captaincy-title">Captaincy</h2>
      <Band edit={edit} band="captain_id" />
      <Band edit={edit} band="vice_captain_id" />
    </section>
  );
}

function Band({ edit, band }: { edit: LineupEdit; band: keyof typeof BANDS }) {
  const { draft, saved, locked, team, armbandHolder } = edit;
  const wearer = saved[band];
  const isAllowed = (id: number) => canWear(edit, band, id);
  const isFixed = armbandHolder !== undefined && draft[band] === wearer;
  return (
    <NativeSelect
      label={BANDS[band].label}
      description={
        isFixed
          ? `${formatName(team, armbandHolder)} has kicked off: both armbands are fixed`
          : BANDS[band].hint
      }
      disabled={isFixed}
      value={String(draft[band] ?? '')}
      data={[
        { value: '', label: 'Choose a player', disabled: armbandHolder !== undefined },
        ...fieldPlayers(draft).map((id) => ({
          value: String(id),
          label: `${formatName(team, id)}${locked.has(id) ? ' (locked)' : ''}`,
          disabled: !isAllowed(id),
        })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        edit.arrange(giveArmband(draft, band, value === '' ? null : Number(value)))
      }
    />
  );
}
