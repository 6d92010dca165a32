import type { ComponentType } from 'react';
import { AuditLog } from '../audit/AuditLog.tsx';
import { Money } from '../money/Money.tsx';
import { Overview } from '../overview/Overview.tsx';
import { Prizes } from '../prizes/Prizes.tsx';
import { System } from '../system/System.tsx';

/** Sections of the dashboard in addition to the three tables. */
export const SECTIONS: readonly { value: Section; label: string; Content: ComponentType }[] = [
  { value: 'overview', label: 'Overview', Content: Overview },
  { value: 'money', label: 'Money', Content: Money },
  { value: 'prizes', label: 'Prizes', Content: Prizes },
  { value: 'audit', label: 'Audit log', Content: AuditLog },
  { value: 'system', label: 'System', Content: System },
];

export type Section = 'records' | (string & {});

/** The three tables of the section "Records" (ADMIN-06). */
export const RECORD_TABS = [
  { value: 'participations', label: 'Game Participations' },
  { value: 'stakes', label: 'Staking Records' },
  { value: 'games', label: 'Games' },
] as const;
export type RecordTab = (typeof RECORD_TABS)[number]['value'];

/** A section of the dashboard, with a tab in "Records". */
export interface Place {
  section: Section;
  tab?: RecordTab;
}
