import type { ComponentType } from 'react';

export type Section = 'records' | (string & {});

/** What the dashboard has besides the three tables. */
export const SECTIONS: readonly { value: Section; label: string; Content: ComponentType }[] = [];
