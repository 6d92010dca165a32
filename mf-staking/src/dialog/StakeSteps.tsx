import { IconCheck } from '@touchline/ui/icons';
import type { StakePhase } from '../flow/stake-phase.ts';
import classes from './StakeDialog.module.css';

const STEPS = [
  { name: 'confirming', text: 'Confirm in your wallet' },
  { name: 'processing', text: 'Transfer tokens' },
  { name: 'recording', text: 'Stake recorded' },
] as const;

/** Progress of a stake. */
export function StakeSteps({ phase }: { phase: StakePhase }) {
  const current = phase.name === 'done' ? STEPS.length : STEPS.findIndex(({ name }) => name === phase.name);
  if (current < 0) return null;
  return (
    <ol className={classes.steps}>
      {STEPS.map(({ name, text }, index) => (
        <li
          key={name}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={classes.stepMark} aria-hidden="true">
            {index < current ? <IconCheck size={16} /> : index + 1}
          </span>
          {text}
        </li>
      ))}
    </ol>
  );
}
