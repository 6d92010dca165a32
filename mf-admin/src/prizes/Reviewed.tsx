import { Alert } from '@touchline/ui/data';
import { Fragment, type ReactNode, useState } from 'react';

interface ReviewedProps {
  version: string;
  /** Form whose change names `version`; null while no change is due. */
  children: ReactNode;
}

/**
 * Form for a version that the admin has reviewed. A later version clears the form and is announced, also if the form was sent or
 * hidden in between.
 */
export function Reviewed({ version, children }: ReviewedProps) {
  const [reviewed] = useState(version);
  return (
    <>
      {version === reviewed || children === null ? null : (
        <Alert color="warn" role="alert" title="This was changed by someone else">
          Check the new values, then give a reason again.
        </Alert>
      )}
      <Fragment key={version}>{children}</Fragment>
    </>
  );
}
