import { Text } from '@touchline/ui/base';
import type { ReactNode } from 'react';
import { CopyableHex } from '../components/CopyableText.tsx';
import { DetailList } from '../components/DetailList.tsx';
import classes from './prizes.module.css';

interface VaultCallsProps {
  summary: string;
  /** In the order in which they are sent. */
  calls: readonly (readonly [name: string, call: { to: string; data: string }])[];
  /** When to send them. */
  children: ReactNode;
}

/** Calls of the vault's owner, to be copied into a wallet that this site cannot ask. */
export function VaultCalls({ summary, calls, children }: VaultCallsProps) {
  return (
    <details className={classes.calls}>
      <summary>{summary}</summary>
      <Text fz="sm" c="dimmed" mb="sm">
        {children}
      </Text>
      <DetailList
        details={calls.flatMap(([name, { to, data }]) => [
          [`Address of ${name}`, <CopyableHex key="to" value={to} label={`address of ${name}`} />] as const,
          [`Data of ${name}`, <CopyableHex key="data" value={data} label={`data of ${name}`} />] as const,
        ])}
      />
    </details>
  );
}
