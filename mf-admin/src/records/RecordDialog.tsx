import type { Schema } from '@touchline/api/schema';
import { useQuery } from '@touchline/host/query';
import { useLeaveGuard } from '@touchline/host/use-leave-guard';
import { Button, Group } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { IconPencil } from '@touchline/ui/icons';
import { Modal } from '@touchline/ui/overlays';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RecordQuery } from '../admin.queries.ts';
import { Problem } from '../components/ErrorAlert.tsx';
import { EditForm } from './EditForm.tsx';
import type { EditField } from './edit-fields.ts';
import classes from './records.module.css';
import { type Edit, useEdit, type Versioned } from './use-edit.ts';

export type DialogMode = 'view' | 'edit';

/** The record whose dialog is open. */
export interface OpenRecord {
  id: string;
  mode: DialogMode;
}

interface RecordDialogProps<T extends Versioned, B> {
  open: OpenRecord | null;
  onMode(mode: DialogMode): void;
  onClose(): void;
  titles: Readonly<Record<DialogMode, string>>;
  /** "participation" */
  what: string;
  query(id: string): RecordQuery<T>;
  fields: readonly EditField[];
  schema: Schema<unknown, B>;
  save(id: string, body: B, about: { version: string; reason?: string }): Promise<T>;
  /** Everything about the record, and what can be done with it besides editing. */
  view(edit: Edit<T>): ReactNode;
  /** More buttons of the edit mode. */
  editExtra?(edit: Edit<T>): ReactNode;
}

/** A record to look at, then to edit (ADMIN-22, ADMIN-24). */
export function RecordDialog<T extends Versioned, B>(props: RecordDialogProps<T, B>) {
  const { open, onClose, titles } = props;
  // The form asks before it is closed with unsaved changes.
  const [closing, setClosing] = useState(false);
  const [dirty, setDirty] = useState(false);
  const close = () => (dirty ? setClosing(true) : onClose());
  return (
    <Modal
      opened={open !== null}
      onClose={close}
      size="xl"
      title={<span className={classes.title}>{titles[open?.mode ?? 'view']}</span>}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      {open ? (
        <Loaded
          key={open.id}
          {...props}
          open={open}
          asked={closing}
          onAsked={setClosing}
          onDirty={setDirty}
          onClose={() => {
            setClosing(false);
            setDirty(false);
            onClose();
          }}
        />
      ) : null}
    </Modal>
  );
}

interface OpenProps<T extends Versioned, B> extends RecordDialogProps<T, B> {
  open: OpenRecord;
  /** Whether the user wants to close the dialog. */
  asked: boolean;
  onAsked(asked: boolean): void;
  onDirty(dirty: boolean): void;
}

/** A record's version must be the one that the server has; while it is edited nothing may replace it. */
const ALWAYS_READ = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

function Loaded<T extends Versioned, B>(props: OpenProps<T, B>) {
  const { open, query, what } = props;
  const { data, error, refetch } = useQuery({ ...query(open.id), ...ALWAYS_READ });
  if (data)
    return (
      <RecordForm
        {...props}
        record={data}
        reload={async () => (await refetch({ throwOnError: true })).data!}
      />
    );
  if (error) return <Problem title={`Failed to load ${what}`} error={error} onRetry={() => void refetch()} />;
  return <RowsSkeleton rows={5} label={`Loading ${what}`} />;
}

interface RecordProps<T extends Versioned, B> extends OpenProps<T, B> {
  record: T;
  reload(): Promise<T>;
}

function RecordForm<T extends Versioned, B>(props: RecordProps<T, B>) {
  const { open, onMode, onClose, what, fields, schema, record, reload, asked, onAsked, onDirty } = props;
  const edit = useEdit({ record, fields, reload, onChanged: () => show('view') });
  const editing = open.mode === 'edit';
  const dirty = editing && edit.isChanged;
  const guard = useLeaveGuard(dirty);
  const [cancelling, setCancelling] = useState(false);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  function show(mode: DialogMode) {
    setCancelling(false);
    onMode(mode);
  }
  function discard() {
    edit.forget();
    if (guard.isLeaving) return guard.leave();
    if (asked) return onClose();
    show('view');
  }
  function keep() {
    guard.stay();
    onAsked(false);
    setCancelling(false);
  }
  const unsaved =
    dirty && (asked || cancelling || guard.isLeaving) ? <Unsaved onDiscard={discard} onKeep={keep} /> : null;
  if (!editing)
    return (
      <div className={classes.form}>
        {props.view(edit)}
        <Group justify="flex-end">
          <Button leftSection={<IconPencil size={18} />} onClick={() => show('edit')}>
            Edit
          </Button>
        </Group>
      </div>
    );
  return (
    <>
      <EditForm
        what={what}
        edit={edit}
        fields={fields}
        schema={schema}
        save={(body, about) => props.save(open.id, body, about)}
        onNothing={onClose}
        onCancel={() => (dirty ? setCancelling(true) : discard())}
        extra={props.editExtra?.(edit)}
      />
      {unsaved}
    </>
  );
}

function Unsaved({ onDiscard, onKeep }: { onDiscard(): void; onKeep(): void }) {
  const keep = useRef<HTMLButtonElement>(null);
  // Below a long form nobody would see the question.
  useEffect(() => keep.current?.focus(), []);
  return (
    <Alert color="warn" role="alert" title="Your changes are not saved" mt="md">
      <Group gap="sm">
        <Button color="danger" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button variant="default" onClick={onKeep} ref={keep}>
          Keep editing
        </Button>
      </Group>
    </Alert>
  );
}
