import { Text } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import type { ReactNode } from 'react';
import { CopyableText } from '../components/CopyableText.tsx';
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
          [`Address of ${name}`, <Copyable key="to" value={to} label={`address of ${name}`} />] as const,
          [`Data of ${name}`, <Copyable key="data" value={data} label={`data of ${name}`} />] as const,
        ])}
      />
    </details>
  );
}

const Copyable = (props: { value: string; label: string }) => (
  <CopyableText {...props}>{shortHex(props.value)}</CopyableText>
);
