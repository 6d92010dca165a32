import { countPositions, POSITION_TARGETS, POSITIONS, positionName } from '@touchline/rules/squad';
import { IconCheck } from '@touchline/ui/icons';
import { useSquad } from '../draft/builder-context.ts';
import panel from '../page/panel.module.css';
import classes from './TeamRequirements.module.css';

/** Selected and required players per position (BUILD-21). */
export function TeamRequirements() {
  const counts = countPositions(useSquad());
  return (
    <section className={panel.panel} aria-labelledby="requirements-title">
      <h2 id="requirements-title">Team Requirements</h2>
      <ul className={classes.requirements}>
        {POSITIONS.map((position) => {
          const target = POSITION_TARGETS[position];
          const met = counts[position] === target;
          return (
            <li key={position} data-met={met || undefined}>
              <span>{`${positionName(position)} ${counts[position]}/${target}`}</span>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ width: `${Math.min(1, counts[position] / target) * 100}%` }} />
              </span>
              {met ? <IconCheck size={18} aria-label="complete" /> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
