import { COLOR_SCHEME_KEY } from '@touchline/ui/TouchlineTheme';
import { expect, onTestFinished, test } from 'vitest';
import { createTheme } from './theme.ts';

test('SHELL-06 the theme is dark by default', () => {
  expect(createTheme().get()).toBe('dark');
});

test('SHELL-06 the theme is stored and restored', () => {
  createTheme().toggle();
  expect(localStorage.getItem('fantasy-football-theme')).toBe('light');
  expect(createTheme().get()).toBe('light');
});

test('an unknown stored value is read as dark', () => {
  localStorage.setItem(COLOR_SCHEME_KEY, 'auto');
  expect(createTheme().get()).toBe('dark');
});

test('the theme follows a change in another tab', () => {
  const theme = createTheme();
  const schemes: string[] = [];
  theme.manager.subscribe((scheme) => schemes.push(scheme));
  const change = { key: COLOR_SCHEME_KEY, newValue: 'light', storageArea: localStorage };
  window.dispatchEvent(new StorageEvent('storage', change));
  theme.manager.unsubscribe();
  theme.toggle();
  expect(schemes).toEqual(['light']);
});

test('SHELL-06 the bars of the browser have the colour of the theme', () => {
  const bars = document.createElement('meta');
  onTestFinished(() => bars.remove());
  document.head.append(Object.assign(bars, { name: 'theme-color', content: '#0b0f14' }));
  const theme = createTheme();
  theme.toggle();
  expect(bars.content).toBe('#f5f7fa');
  theme.toggle();
  expect(bars.content).toBe('#0b0f14');
  theme.toggle();
  bars.content = '#0b0f14';
  createTheme();
  expect(bars.content).toBe('#f5f7fa');
});
