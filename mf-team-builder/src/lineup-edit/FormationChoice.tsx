import { changeFormation } from '@touchline/rules/draft';
import { FORMATIONS } from '@touchline/rules/formations';
import { Stack } from '@touchline/ui/base';
import { FormationButtons } from '../FormationButtons.tsx';
import panel from '../page/panel.module.css';
import { formatNames } from '../team/names.ts';
import { findFormationBlockers } from './lineup-edit.ts';
import type { LineupEdit } from './use-lineup-edit.ts';

const REASON_ID = 'formation-reason';

/** Changes the formation. Formations that would move locked players are disabled. */
export function FormationChoice({ edit }: { edit: LineupEdit }) {
  const { draft, positions, fixed, team } = edit;
  const blocked = new Map(
    FORMATIONS.map(
      ({ name }) => [name, findFormationBlockers(draft, name, positions, fixed)] as const,
    ).filter(([, ids]) => ids.length > 0),
  );
  const blockers = new Set([...blocked.values()].flat());
  return (
    <Stack gap={6}>
      <FormationButtons
        value={draft.formation}
        disabled={new Set(blocked.keys())}
        describedBy={blocked.size > 0 ? REASON_ID : undefined}
        onChoose={(formation) => edit.arrange(changeFormation(draft, formation, positions, fixed))}
      />
      {blocked.size > 0 ? (
        <p id={REASON_ID} className={panel.small}>
          Some formations are unavailable: {formatNames(team, [...blockers])}{' '}
          {blockers.size === 1 ? 'is' : 'are'} locked.
        </p>
      ) : null}
    </Stack>
  );
}
