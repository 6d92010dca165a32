import type { Schema } from '@touchline/api/schema';
import { useQuery } from '@touchline/host/query';
import { Button, Group, Stack } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { IconPencil } from '@touchline/ui/icons';
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import { adminKey } from '../admin.queries.ts';
import { Loaded } from '../components/Loaded.tsx';
import { InputSubject } from '../components/use-kept-state.ts';
import { type UnsavedGuard, useReportUnsaved, useUnsavedGuard } from '../components/use-unsaved-guard.tsx';
import { EditForm } from './EditForm.tsx';
import type { EditField } from './edit-fields.ts';
import { type Edit, useEdit, type Versioned } from './use-edit.ts';

export type DialogMode = 'view' | 'edit';

/** Record whose dialog is open. */
export interface OpenRecord {
  id: string;
  mode: DialogMode;
}

export interface DialogState {
  open: OpenRecord | null;
  /** Null closes the dialog. */
  onOpen: Dispatch<SetStateAction<OpenRecord | null>>;
}

interface RecordDialogProps<T extends Versioned, B> extends DialogState {
  titles: Readonly<Record<DialogMode, string>>;
  /** Singular noun: "participation". */
  noun: string;
  load(id: string, signal: AbortSignal): Promise<T>;
  fields: readonly EditField[];
  schema: Schema<unknown, B>;
  save(id: string, body: B, about: { version: string; reason?: string }): Promise<T>;
  /** All fields of the record, and actions other than editing. */
  view(edit: Edit<T>): ReactNode;
  /** Warning about the changes in the edit form. */
  warning?(edit: Edit<T>): ReactNode;
  /** More buttons for the edit mode. They send the reason of the form. */
  editExtra?(edit: Edit<T>, reason: string | undefined): ReactNode;
}

/** Dialog that shows a record and switches to an edit form (ADMIN-22, ADMIN-24). */
export function RecordDialog<T extends Versioned, B>(props: RecordDialogProps<T, B>) {
  const { open, onOpen, titles } = props;
  const unsaved = useUnsavedGuard();
  return (
    <Dialog
      opened={open !== null}
      onClose={() => unsaved.confirm(() => onOpen(null))}
      size="xl"
      title={titles[open?.mode ?? 'view']}
    >
      {open ? (
        <InputSubject value={`${props.noun} ${open.id}`}>
          <RecordLoader key={open.id} {...props} open={open} unsaved={unsaved} />
        </InputSubject>
      ) : null}
    </Dialog>
  );
}

interface LoaderProps<T extends Versioned, B> extends RecordDialogProps<T, B> {
  open: OpenRecord;
  unsaved: UnsavedGuard;
}

/** The record must have the server's current version, and must not be replaced during editing. */
const ALWAYS_FRESH = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

function RecordLoader<T extends Versioned, B>(props: LoaderProps<T, B>) {
  const { open, noun } = props;
  const query = useQuery({
    queryKey: [...adminKey(), noun, open.id],
    queryFn: ({ signal }) => props.load(open.id, signal),
    ...ALWAYS_FRESH,
  });
  const reload = async () => (await query.refetch({ throwOnError: true })).data!;
  return (
    <Loaded query={query} what={noun} rows={5}>
      {(record) => <RecordForm {...props} record={record} reload={reload} />}
    </Loaded>
  );
}

interface RecordFormProps<T extends Versioned, B> extends LoaderProps<T, B> {
  record: T;
  reload(): Promise<T>;
}

function RecordForm<T extends Versioned, B>(props: RecordFormProps<T, B>) {
  const { open, onOpen, noun, fields, schema, record, reload, unsaved } = props;
  /** Does nothing once another dialog is open or none: a save may outlive its dialog. */
  const setMode = (mode: DialogMode) =>
    onOpen((current) => (current?.id === open.id ? { ...current, mode } : current));
  const close = () => onOpen(null);
  const edit = useEdit({ record, fields, reload, onChanged: () => setMode('view') });
  const editing = open.mode === 'edit';
  useReportUnsaved(unsaved, editing && edit.isChanged);
  function show(mode: DialogMode) {
    edit.reset();
    setMode(mode);
  }
  if (!editing)
    return (
      <Stack>
        <InputSubject value={`${noun} ${open.id} ${edit.base.version}`}>{props.view(edit)}</InputSubject>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Close details
          </Button>
          <Button leftSection={<IconPencil size={18} />} onClick={() => show('edit')}>
            Edit
          </Button>
        </Group>
      </Stack>
    );
  return (
    <>
      <EditForm
        noun={noun}
        edit={edit}
        fields={fields}
        schema={schema}
        save={(body, about) => props.save(open.id, body, about)}
        onUnchanged={close}
        onCancel={() => unsaved.confirm(() => show('view'))}
        warning={props.warning?.(edit)}
        extra={(reason) => props.editExtra?.(edit, reason)}
      />
      {unsaved.alert}
    </>
  );
}
