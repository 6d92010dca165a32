import { useHost } from '@touchline/host/host';
import { Link, useLocation } from '@touchline/host/router';
import { Button, Container, Group } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { TextInput } from '@touchline/ui/forms';
import { Modal } from '@touchline/ui/overlays';
import { PageHeader } from '@touchline/ui/PageHeader';
import { Checkbox } from '@touchline/ui/pickers';
import { Tooltip } from '@touchline/ui/tooltip';
import { useState } from 'react';
import { HostTable } from './HostTable.tsx';
import { StoreProvider, useNote } from './note-store.tsx';

/** Uses every shared module. */
export function CompatibilityPage() {
  return (
    <StoreProvider>
      <Container size="lg" py="xl">
        <PageHeader title="Compatibility" />
        <HostTable />
        <Controls />
      </Container>
    </StoreProvider>
  );
}

function Controls() {
  const host = useHost();
  const { pathname, state } = useLocation();
  const [note, setNote] = useNote();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Alert title="Path">{`${pathname} ${state ?? ''}`}</Alert>
      <TextInput label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      <Checkbox label="Details" checked={open} onChange={() => setOpen(true)} />
      <Modal title="Details" opened={open} onClose={() => setOpen(false)}>
        {note}
      </Modal>
      <Group>
        <Tooltip label="Sends a notice">
          <Button onClick={() => host.notify({ kind: 'info', title: 'Notice', message: note })}>
            Notify
          </Button>
        </Tooltip>
        <Button onClick={() => host.theme.toggle()}>Theme</Button>
        <Button onClick={() => host.navigate('/compatibility', { state: 'visited' })}>Navigate</Button>
        <Link to="/fixtures">Fixtures</Link>
      </Group>
    </>
  );
}
