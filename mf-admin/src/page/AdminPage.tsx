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
import { useEffect, useRef, useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { formatNumber } from '../format.ts';
import { GamesTab } from '../games/GamesTab.tsx';
import { type ParticipationPage, ParticipationsTab } from '../participations/ParticipationsTab.tsx';
import { ReservesBanner } from '../prizes/ReservesBanner.tsx';
import { PAGE_SIZE } from '../records/use-list.ts';
import { StakesTab } from '../stakes/StakesTab.tsx';
import classes from './AdminPage.module.css';
import { InfoCards } from './InfoCards.tsx';
import { Stats } from './Stats.tsx';
import { type Place, RECORD_TABS, type RecordTab, SECTIONS } from './sections.tsx';

/** `/admin`, for admins only. The shell guards the route, and the server rejects requests of other users. */
export function AdminPage() {
  const [update, setUpdate] = useState<ParticipationPage | null>(null);
  const refresh = useRefresh(setUpdate);
  const { section, tab, open } = usePlace();
  const sections = useRef<HTMLDivElement>(null);
  useEffect(() => scrollToSection(sections.current, section), [section]);
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
      <ReservesBanner />
      <InfoCards onOpen={open} />
      <Stats />
      <div ref={sections} className={classes.sections}>
        <SegmentedControl
          aria-label="Section"
          data={[
            { value: 'records', label: 'Records' },
            ...SECTIONS.map(({ value, label }) => ({ value, label })),
          ]}
          value={section}
          onChange={(chosen) => open({ section: chosen })}
        />
      </div>
      {Content ? (
        <Content />
      ) : (
        <Records
          tab={tab}
          onTab={(chosen) => open({ section: 'records', tab: chosen })}
          onUpdate={setUpdate}
        />
      )}
    </Container>
  );
}

/** Scrolls sideways until the chosen section is visible: a phone cannot show all of them. */
function scrollToSection(sections: HTMLDivElement | null, section: string): void {
  const chosen = sections?.querySelector(`input[value="${section}"]`)?.parentElement;
  if (!sections || !chosen) return;
  const { left, right } = sections.getBoundingClientRect();
  const place = chosen.getBoundingClientRect();
  sections.scrollLeft += Math.max(0, place.right - right) - Math.max(0, left - place.left);
}

/** The section below the totals and its tab. They are stored in the URL, so that they survive a reload. */
function usePlace(): Required<Place> & { open(place: Place): void } {
  const [params, setParams] = useSearchParams();
  const section = SECTIONS.find(({ value }) => value === params.get('section'))?.value ?? 'records';
  return {
    section,
    tab: toRecordTab(params.get('tab')),
    open: (place) =>
      setParams({
        ...(place.section === 'records' ? {} : { section: place.section }),
        ...(place.tab ? { tab: place.tab } : {}),
      }),
  };
}

const toRecordTab = (value: string | null): RecordTab =>
  RECORD_TABS.find((tab) => tab.value === value)?.value ?? 'participations';

/** Computes the points now, bypassing the cache, and reloads all other data (OPEN-29). */
function useRefresh(onUpdate: (page: ParticipationPage) => void) {
  const { api, notify, queryClient } = useHost();
  return useMutation({
    mutationFn: () =>
      api.request(listAdminParticipations, { query: { limit: String(PAGE_SIZE), realtime: 'true' } }),
    onSuccess(page) {
      if (page.pointsUpdated) onUpdate(page);
      else notify({ kind: 'info', message: 'The points are up to date.' });
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
  });
}

/** ADMIN-04 */
function UpdateBanner({ update, onClose }: { update: ParticipationPage; onClose(): void }) {
  const { updatedCount = 0, processingTime = 0 } = update;
  return (
    <Alert
      color="green"
      role="status"
      title="Real-time Update Complete!"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {`Updated ${formatNumber(updatedCount)} participations in ${formatNumber(processingTime)}ms. Points have been refreshed for top users.`}
    </Alert>
  );
}

interface RecordsProps {
  tab: RecordTab;
  onTab(tab: RecordTab): void;
  onUpdate(page: ParticipationPage): void;
}

/** ADMIN-06 */
function Records({ tab, onTab, onUpdate }: RecordsProps) {
  return (
    <Tabs value={tab} onChange={(chosen) => onTab(toRecordTab(chosen))} keepMounted={false}>
      <Tabs.List>
        {RECORD_TABS.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
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
