import { listAdminParticipations } from '@touchline/api/http/admin-entries';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { useSearchParams } from '@touchline/host/router';
import { Button, Container } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { SegmentedControl } from '@touchline/ui/forms';
import { IconRefresh } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { Tabs } from '@touchline/ui/pickers';
import { useState } from 'react';
import { adminKey, PAGE_SIZE } from '../admin.queries.ts';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { formatNumber } from '../format.ts';
import { GamesTab } from '../games/GamesTab.tsx';
import {
  ParticipationsTab,
  type PointsUpdate,
  readPointsUpdate,
} from '../participations/ParticipationsTab.tsx';
import { StakesTab } from '../stakes/StakesTab.tsx';
import classes from './AdminPage.module.css';
import { InfoCards } from './InfoCards.tsx';
import { Stats } from './Stats.tsx';
import { SECTIONS, type Section } from './sections.tsx';

/** `/admin`, for admins only. The shell guards the route, and the server rejects requests of other users. */
export function AdminPage() {
  const [update, setUpdate] = useState<PointsUpdate | null>(null);
  const refresh = useRefresh(setUpdate);
  const [section, setSection] = useSection();
  const Content = SECTIONS.find(({ value }) => value === section)?.Content;
  return (
    <Container size="xl" py="md" className={classes.page ?? ''}>
      <PageHeader
        title="Admin Dashboard"
        subtitle="Manage users, games, and staking records"
        actions={
          <Button
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            Refresh Points
          </Button>
        }
      />
      {update ? <UpdateBanner update={update} onClose={() => setUpdate(null)} /> : null}
      {refresh.error ? <ErrorAlert title="Failed to refresh points" error={refresh.error} /> : null}
      <InfoCards onOpen={setSection} />
      <Stats />
      <SegmentedControl
        className={classes.sections ?? ''}
        aria-label="Section"
        data={[
          { value: 'records', label: 'Records' },
          ...SECTIONS.map(({ value, label }) => ({ value, label })),
        ]}
        value={section}
        onChange={setSection}
      />
      {Content ? <Content /> : <Records onUpdate={setUpdate} />}
    </Container>
  );
}

/** The section below the totals. It is stored in the URL, so that it survives a reload. */
function useSection(): [Section, (section: string) => void] {
  const [params, setParams] = useSearchParams();
  const requested = params.get('section');
  const found = SECTIONS.find(({ value }) => value === requested)?.value ?? 'records';
  return [found, (section) => setParams(section === 'records' ? {} : { section })];
}

/** Computes the points now, bypassing the cache, and reloads all other data (OPEN-29). */
function useRefresh(onUpdate: (update: PointsUpdate) => void) {
  const { api, notify, queryClient } = useHost();
  return useMutation({
    mutationFn: () =>
      api.request(listAdminParticipations, { query: { limit: String(PAGE_SIZE), realtime: 'true' } }),
    onSuccess(response) {
      const update = readPointsUpdate(response);
      if (update) onUpdate(update);
      else notify({ kind: 'info', message: 'The points are up to date.' });
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
  });
}

/** ADMIN-04 */
function UpdateBanner({ update, onClose }: { update: PointsUpdate; onClose(): void }) {
  return (
    <Alert
      color="green"
      role="status"
      title="Real-time Update Complete!"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {`Updated ${formatNumber(update.updatedCount)} participations in ${formatNumber(update.processingTime)}ms. Points have been refreshed for top users.`}
    </Alert>
  );
}

/** ADMIN-06 */
function Records({ onUpdate }: { onUpdate(update: PointsUpdate): void }) {
  return (
    <Tabs defaultValue="participations" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="participations">Game Participations</Tabs.Tab>
        <Tabs.Tab value="stakes">Staking Records</Tabs.Tab>
        <Tabs.Tab value="games">Games</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="participations">
        <ParticipationsTab onUpdate={onUpdate} />
      </Tabs.Panel>
      <Tabs.Panel value="stakes">
        <StakesTab />
      </Tabs.Panel>
      <Tabs.Panel value="games">
        <GamesTab />
      </Tabs.Panel>
    </Tabs>
  );
}
