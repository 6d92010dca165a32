import { beforeEach, expect, test } from 'vitest';
import { createTheme, THEME_KEY } from './theme.ts';

beforeEach(() => localStorage.clear());

test('SHELL-06 is dark by default', () => {
  expect(createTheme().get()).toBe('dark');
});

test('SHELL-06 stores the choice and restores it', () => {
  createTheme().toggle();
  expect(localStorage.getItem('fantasy-football-theme')).toBe('light');
  expect(createTheme().get()).toBe('light');
});

test('reads an unknown stored value as dark', () => {
  localStorage.setItem(THEME_KEY, 'auto');
  expect(createTheme().get()).toBe('dark');
});

test('follows a choice made in another tab', () => {
  const theme = createTheme();
  const schemes: string[] = [];
  theme.manager.subscribe((scheme) => schemes.push(scheme));
  window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY, newValue: 'light' }));
  theme.manager.unsubscribe();
  theme.toggle();
  expect(schemes).toEqual(['light']);
});
