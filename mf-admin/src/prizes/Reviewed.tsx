import { Alert } from '@touchline/ui/data';
import { type ReactNode, useContext } from 'react';
import { InputSubject, useKeptInput } from '../components/use-kept-state.ts';

interface ReviewedProps {
  version: string;
  /** Form whose change names `version`; null while no change is due. */
  children: ReactNode;
}

/**
 * Form for a version that the admin has reviewed. A later version clears the form and is announced, also if the form was sent or
 * hidden in between, or the session ended.
 */
export function Reviewed({ version, children }: ReviewedProps) {
  const subject = useContext(InputSubject);
  const [reviewed] = useKeptInput('reviewed version', version, () => true);
  return (
    <>
      {version === reviewed || children === null ? null : (
        <Alert color="warn" role="alert" title="This was changed by someone else">
          Check the new values, then give a reason again.
        </Alert>
      )}
      <InputSubject key={version} value={`${subject} ${version}`}>
        {children}
      </InputSubject>
    </>
  );
}
