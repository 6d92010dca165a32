import { Button, Group, Loader } from '@touchline/ui/base';
import { Alert, Progress } from '@touchline/ui/data';
import type { ReactNode } from 'react';
import classes from './components.module.css';
import type { RunnerState } from './runner.ts';

interface RunnerStatusProps {
  runner: { stop(): void; resume(): void; discard(): void };
  state: RunnerState;
  title: string;
  /** Share that is done, 0 to 1; null without a bar. */
  progress: number | null;
  /** Assurance while the runner is stopped, also after an error. */
  safe?: string;
  /** Label of the button that discards the rest. */
  discard: string;
  /** Margin below. */
  mb?: 'md';
  /** Further buttons while the runner is stopped. */
  children?: ReactNode;
}

/** Progress of transactions that are sent one after the other: the current step, or the error that stopped them. */
export function RunnerStatus(props: RunnerStatusProps) {
  const { runner, state, title, progress, safe = '', discard, mb, children } = props;
  const { step, problem } = state;
  return (
    <Alert
      color={problem ? 'danger' : 'info'}
      role={problem ? 'alert' : 'status'}
      title={problem?.title ?? title}
      icon={step ? <Loader size={18} /> : undefined}
      mb={mb}
    >
      {progress === null ? null : <Progress value={progress * 100} aria-label={title} mb="sm" />}
      <p className={classes.message}>
        {problem
          ? `${problem.message} ${title}. ${safe}`
          : (step ?? `Stopped. ${safe || 'Nothing was lost; it will resume here.'}`)}
      </p>
      <Group gap="sm">
        {step ? (
          <Button variant="default" onClick={() => runner.stop()}>
            Stop after this one
          </Button>
        ) : (
          <>
            <Button onClick={() => runner.resume()}>Resume</Button>
            {children}
            <Button variant="subtle" onClick={() => runner.discard()}>
              {discard}
            </Button>
          </>
        )}
      </Group>
    </Alert>
  );
}
