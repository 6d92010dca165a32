import { render } from '@testing-library/react';
import { FakePage } from '@touchline/host/testing/FakePage';
import { createFakeHost, type FakeHost, type FakeHostOptions } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { remote } from '../remote.tsx';
import { NOW } from './build.ts';

/** A host during the season. As in a browser, its clock has fractions of milliseconds. */
export const createStakingHost = (options: FakeHostOptions) =>
  createFakeHost({ now: () => NOW + 0.25, ...options });

/** Opens /staking with the theme and a fake host. */
export function openStaking(host: FakeHost) {
  return render(
    <TouchlineTheme>
      <FakePage host={host} pages={remote.pages} at="/staking" />
    </TouchlineTheme>,
  );
}
