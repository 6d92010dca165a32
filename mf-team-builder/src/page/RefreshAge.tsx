import { useNow } from '@touchline/host/use-now';
import { LoadedAge } from '@touchline/ui/DataAge';

interface RefreshAgeProps {
  /** Subject of the sentence, such as "Your teams". */
  what: string;
  /** Time at which the data was loaded, epoch ms by the browser's clock. */
  at: number;
  /** True if the last refresh failed. */
  failed: boolean;
}

/** The age of data that could not be refreshed, up to date while it is shown. */
export function RefreshAge(props: RefreshAgeProps) {
  // Renders every second; the age itself is by the browser's clock.
  useNow();
  return <LoadedAge {...props} now={Date.now()} />;
}
