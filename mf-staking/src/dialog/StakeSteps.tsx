import { IconCheck } from '@touchline/ui/icons';
import classes from './StakeDialog.module.css';
import type { StakePhase } from './stake-phase.ts';

const STEPS = [
  { name: 'confirming', text: 'Confirm in your wallet' },
  { name: 'processing', text: 'Transfer on the chain' },
  { name: 'recording', text: 'Stake recorded' },
] as const;

/** How far a stake has come. */
export function StakeSteps({ phase }: { phase: StakePhase }) {
  const at = phase.name === 'done' ? STEPS.length : STEPS.findIndex(({ name }) => name === phase.name);
  if (at < 0) return null;
  return (
    <ol className={classes.steps}>
      {STEPS.map(({ name, text }, index) => (
        <li key={name} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
          <span className={classes.stepMark} aria-hidden="true">
            {index < at ? <IconCheck size={16} /> : index + 1}
          </span>
          {text}
        </li>
      ))}
    </ol>
  );
}
