import { changeFormation } from '@touchline/rules/draft';
import { FORMATIONS } from '@touchline/rules/formations';
import { FormationButtons } from '../FormationButtons.tsx';
import panel from '../page/panel.module.css';
import { namesOf } from '../team/names.ts';
import classes from './edit.module.css';
import { inTheWay } from './lineup-edit.ts';
import type { LineupEdit } from './use-lineup-edit.ts';

const WHY = 'formation-why';

/** Another formation: whoever fits stays, the rest goes to the bench; not where locked players stand in the way. */
export function FormationChoice({ edit }: { edit: LineupEdit }) {
  const { draft, positions, fixed, team } = edit;
  const barred = new Map(
    FORMATIONS.map(({ name }) => [name, inTheWay(draft, name, positions, fixed)] as const).filter(
      ([, ids]) => ids.length > 0,
    ),
  );
  const blockers = new Set([...barred.values()].flat());
  return (
    <div className={classes.stack}>
      <FormationButtons
        value={draft.formation}
        disabled={new Set(barred.keys())}
        describedBy={barred.size > 0 ? WHY : undefined}
        onChoose={(formation) => edit.arrange(changeFormation(draft, formation, positions, fixed))}
      />
      {barred.size > 0 ? (
        <p id={WHY} className={panel.small}>
          Some formations are closed: {namesOf(team, [...blockers])} {blockers.size === 1 ? 'is' : 'are'}{' '}
          locked.
        </p>
      ) : null}
    </div>
  );
}
