import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

// React logs every error that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A part that fails to load until the connection is back. */
function createPart(options: Parameters<typeof lazyPart>[1]) {
  const connection = { up: false, loads: 0 };
  const Part = lazyPart<{ name: string }>(async () => {
    connection.loads += 1;
    if (!connection.up) throw new Error('Loading chunk 7 failed');
    return ({ name }) => <p>Hello {name}</p>;
  }, options);
  return { connection, Part };
}

const FAILED = { failed: 'The part could not be opened.' };
const show = (content: React.ReactNode) => render(<TouchlineTheme>{content}</TouchlineTheme>);

test('a part whose code cannot be loaded says so, and loads it again after "Try Again"', async () => {
  const { connection, Part } = createPart(FAILED);
  show(<Part name="Nell" />);
  const retry = async () => fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  await retry();
  await screen.findByText('The part could not be opened.');
  await vi.waitFor(() => expect(connection.loads).toBe(2));
  connection.up = true;
  await retry();
  expect(await screen.findByText('Hello Nell')).toBeTruthy();
  expect(screen.queryByText('The part could not be opened.')).toBeNull();
});

test('a part that is opened again after a failure loads its code again', async () => {
  const { connection, Part } = createPart(FAILED);
  show(<Part name="Nell" />);
  await screen.findByText('The part could not be opened.');
  cleanup();
  connection.up = true;
  show(<Part name="Nell" />);
  expect(await screen.findByText('Hello Nell')).toBeTruthy();
});

test('a part without a sentence vanishes, and the rest of the page stays', async () => {
  const { connection, Part } = createPart({ fallback: <p>Loading</p> });
  show(
    <>
      <p>The rest</p>
      <Part name="Nell" />
    </>,
  );
  await vi.waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  expect(screen.getByText('The rest')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(connection.loads).toBe(1);
});
