import { LazyDialog } from '@touchline/host/LazyDialog';
import type { TeamPreviewProps } from './TeamPreview.tsx';

const load = async () => (await import('./TeamPreview.tsx')).TeamPreview;

/** TeamPreview, loaded with pitch and drawer on first use. */
export const LazyTeamPreview = (props: TeamPreviewProps) => (
  <LazyDialog what="The team" load={load} dialog={props} />
);
