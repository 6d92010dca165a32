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
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { EditForm } from './EditForm.tsx';
import type { EditField } from './edit-fields.ts';
import classes from './records.module.css';
import { type Edit, useEdit, type Versioned } from './use-edit.ts';

export type DialogMode = 'view' | 'edit';

/** Record whose dialog is open. */
export interface OpenRecord {
  id: string;
  mode: DialogMode;
}

interface RecordDialogProps<T extends Versioned, B> {
  open: OpenRecord | null;
  onMode(mode: DialogMode): void;
  onClose(): void;
  titles: Readonly<Record<DialogMode, string>>;
  /** Singular noun: "participation". */
  noun: string;
  query(id: string): RecordQuery<T>;
  fields: readonly EditField[];
  schema: Schema<unknown, B>;
  save(id: string, body: B, about: { version: string; reason?: string }): Promise<T>;
  /** All fields of the record, and actions other than editing. */
  view(edit: Edit<T>): ReactNode;
  /** More buttons for the edit mode. They send the reason of the form. */
  editExtra?(edit: Edit<T>, reason: string | undefined): ReactNode;
}

/** Dialog that shows a record and switches to an edit form (ADMIN-22, ADMIN-24). */
export function RecordDialog<T extends Versioned, B>(props: RecordDialogProps<T, B>) {
  const { open, onClose, titles } = props;
  // With unsaved changes, the form confirms before the dialog closes.
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
        <RecordLoader
          key={open.id}
          {...props}
          open={open}
          isClosing={closing}
          onClosing={setClosing}
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

interface LoaderProps<T extends Versioned, B> extends RecordDialogProps<T, B> {
  open: OpenRecord;
  /** True while the user is closing the dialog with unsaved changes. */
  isClosing: boolean;
  onClosing(isClosing: boolean): void;
  onDirty(dirty: boolean): void;
}

/** The record must have the server's current version, and must not be replaced during editing. */
const ALWAYS_FRESH = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

function RecordLoader<T extends Versioned, B>(props: LoaderProps<T, B>) {
  const { open, query, noun } = props;
  const { data, error, refetch } = useQuery({ ...query(open.id), ...ALWAYS_FRESH });
  if (data)
    return (
      <RecordForm
        {...props}
        record={data}
        reload={async () => (await refetch({ throwOnError: true })).data!}
      />
    );
  if (error)
    return <ErrorAlert title={`Failed to load ${noun}`} error={error} onRetry={() => void refetch()} />;
  return <RowsSkeleton rows={5} label={`Loading ${noun}`} />;
}

interface RecordFormProps<T extends Versioned, B> extends LoaderProps<T, B> {
  record: T;
  reload(): Promise<T>;
}

function RecordForm<T extends Versioned, B>(props: RecordFormProps<T, B>) {
  const { open, onMode, onClose, noun, fields, schema, record, reload, isClosing, onClosing, onDirty } =
    props;
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
    edit.reset();
    if (guard.isLeaving) return guard.leave();
    if (isClosing) return onClose();
    show('view');
  }
  function keep() {
    guard.stay();
    onClosing(false);
    setCancelling(false);
  }
  const unsaved =
    dirty && (isClosing || cancelling || guard.isLeaving) ? (
      <UnsavedAlert onDiscard={discard} onKeep={keep} />
    ) : null;
  if (!editing)
    return (
      <div className={classes.form}>
        {props.view(edit)}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close details
          </Button>
          <Button leftSection={<IconPencil size={18} />} onClick={() => show('edit')}>
            Edit
          </Button>
        </Group>
      </div>
    );
  return (
    <>
      <EditForm
        noun={noun}
        edit={edit}
        fields={fields}
        schema={schema}
        save={(body, about) => props.save(open.id, body, about)}
        onUnchanged={onClose}
        onCancel={() => (dirty ? setCancelling(true) : discard())}
        extra={(reason) => props.editExtra?.(edit, reason)}
      />
      {unsaved}
    </>
  );
}

function UnsavedAlert({ onDiscard, onKeep }: { onDiscard(): void; onKeep(): void }) {
  const keep = useRef<HTMLButtonElement>(null);
  // Focus scrolls the alert into view: it may be below a long form.
  useEffect(() => keep.current?.focus(), []);
  return (
    <Alert color="warn" role="alert" title="You have unsaved changes" mt="md">
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
