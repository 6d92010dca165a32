import { beforeEach, describe, expect, test } from 'vitest';
import { createTheme, THEME_KEY } from './theme.ts';

describe('the theme', () => {
  beforeEach(() => localStorage.clear());

  test('SHELL-06 is dark while nothing was chosen', () => {
    expect(createTheme().get()).toBe('dark');
  });

  test('SHELL-06 stores the choice and takes it up again', () => {
    createTheme().toggle();
    expect(localStorage.getItem('fantasy-football-theme')).toBe('light');
    expect(createTheme().get()).toBe('light');
  });

  test('takes anything unknown for dark', () => {
    localStorage.setItem(THEME_KEY, 'auto');
    expect(createTheme().get()).toBe('dark');
  });

  test('tells the page when another tab chose', () => {
    const theme = createTheme();
    const heard: string[] = [];
    theme.manager.subscribe((scheme) => heard.push(scheme));
    window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY, newValue: 'light' }));
    theme.manager.unsubscribe();
    theme.toggle();
    expect(heard).toEqual(['light']);
  });
});
