import { render } from '@testing-library/react';
import { FakePage } from '@touchline/host/testing/FakePage';
import { FAKE_ADDRESS, type FakeHost } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { NotificationSettings } from '../notifications/NotificationSettings.tsx';

export function renderSettings(host: FakeHost) {
  const pages = { '/': () => <NotificationSettings wallet={FAKE_ADDRESS} /> };
  return render(
    <TouchlineTheme>
      <FakePage host={host} pages={pages} />
    </TouchlineTheme>,
  );
}
