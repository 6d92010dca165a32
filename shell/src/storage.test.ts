import { afterEach, expect, test } from 'vitest';
import { replaceBlockedStorage } from './storage.ts';

const original = Object.getOwnPropertyDescriptor(window, 'localStorage');
afterEach(() => {
  if (original) Object.defineProperty(window, 'localStorage', original);
  else Reflect.deleteProperty(window, 'localStorage');
  Reflect.deleteProperty(navigator, 'locks');
});

test('blocked storage is replaced until the page closes', () => {
  const throwSecurityError = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get: throwSecurityError, configurable: true });
  Object.defineProperty(navigator, 'locks', { value: { request: throwSecurityError }, configurable: true });
  replaceBlockedStorage();
  expect(navigator.locks).toBeUndefined();
  localStorage.setItem('a', '1');
  localStorage.setItem('b', '2');
  expect([localStorage.getItem('a'), localStorage.key(1), localStorage.length]).toEqual(['1', 'b', 2]);
  localStorage.removeItem('a');
  expect([localStorage.getItem('a'), localStorage.getItem('never')]).toEqual([null, null]);
  localStorage.clear();
  expect(localStorage.length).toBe(0);
});

test('replaceBlockedStorage keeps storage that works', () => {
  const before = localStorage;
  replaceBlockedStorage();
  expect(localStorage).toBe(before);
});
