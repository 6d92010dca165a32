import { expect, test } from 'vitest';
import { createShareImages, MAX_AGE_MS, MAX_CACHED } from './share-images.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

test('an image is rejected while 30 others wait, and rendered later', async () => {
  const getImage = createShareImages(Date.now);
  let release: (svg: string) => void = () => {};
  const drawing = new Promise<string>((resolve) => {
    release = resolve;
  });
  const draw = () => drawing;
  const accepted = Array.from({ length: 32 }, (_, key) => getImage(String(key), draw));
  await expect(getImage('another', draw)).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'Preview images are busy. Try again in a moment.',
    retryAfter: 5,
  });
  const shared = getImage('0', draw);
  release(SVG);
  expect(await shared).toBe(await accepted[0]);
  await Promise.all(accepted);
  expect((await getImage('another', draw)).subarray(1, 4).toString()).toBe('PNG');
});

test('an old image that another one displaces while it is drawn again is returned', async () => {
  let now = 1;
  const getImage = createShareImages(() => now);
  const draw = async () => SVG;
  for (let key = 0; key < MAX_CACHED; key++) await getImage(String(key), draw);
  now += MAX_AGE_MS + 1;
  const shown = await Promise.all([getImage('0', draw), getImage('another', draw)]);
  expect(shown.map((png) => png.subarray(1, 4).toString())).toEqual(['PNG', 'PNG']);
});

test('an image is drawn again after its maximum age or a failure', async () => {
  let now = 1;
  let drawn = 0;
  const getImage = createShareImages(() => now);
  const draw = async () => {
    drawn += 1;
    return SVG;
  };
  await expect(getImage('x', () => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable');
  const first = await getImage('x', draw);
  now += MAX_AGE_MS;
  expect(await getImage('x', draw)).toBe(first);
  now += 1;
  expect(await getImage('x', draw)).not.toBe(first);
  expect(drawn).toBe(2);
});
