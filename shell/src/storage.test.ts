import { afterEach, expect, test } from 'vitest';
import { replaceBlockedStorage } from './storage.ts';

const own = Object.getOwnPropertyDescriptor(window, 'localStorage');
afterEach(() => {
  if (own) Object.defineProperty(window, 'localStorage', own);
  else Reflect.deleteProperty(window, 'localStorage');
});

test('a forbidden storage is replaced for the life of the page', () => {
  const forbidden = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get: forbidden, configurable: true });
  replaceBlockedStorage();
  localStorage.setItem('a', '1');
  localStorage.setItem('b', '2');
  expect([localStorage.getItem('a'), localStorage.key(1), localStorage.length]).toEqual(['1', 'b', 2]);
  localStorage.removeItem('a');
  expect([localStorage.getItem('a'), localStorage.getItem('never')]).toEqual([null, null]);
  localStorage.clear();
  expect(localStorage.length).toBe(0);
});

test('a working storage is not replaced', () => {
  const before = localStorage;
  replaceBlockedStorage();
  expect(localStorage).toBe(before);
});
