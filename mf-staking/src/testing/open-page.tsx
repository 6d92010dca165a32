import { render } from '@testing-library/react';
import { FakePage } from '@touchline/host/testing/FakePage';
import type { FakeHost } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { remote } from '../remote.tsx';

/** Opens /staking with the theme and a fake host. */
export function openStaking(host: FakeHost) {
  return render(
    <TouchlineTheme>
      <FakePage host={host} pages={remote.pages} at="/staking" />
    </TouchlineTheme>,
  );
}
