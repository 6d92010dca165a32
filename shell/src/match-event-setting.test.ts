import { expect, test } from 'vitest';
import { createMatchEventSetting } from './match-event-setting.ts';
import { fillStorage } from './testing/full-storage.ts';

test('match events are turned off until the page closes if the storage is full', () => {
  fillStorage();
  const setting = createMatchEventSetting(localStorage);
  setting.set(false);
  expect(setting.get()).toBe(false);
});
