import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Button } from '@touchline/ui/base';
import { afterEach, expect, it, vi } from 'vitest';
import { TouchlineTheme } from './TouchlineTheme.tsx';

afterEach(cleanup);

const show = (button: React.ReactNode) => <TouchlineTheme>{button}</TouchlineTheme>;
const findButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('a button whose action runs keeps the focus, is announced as disabled and ignores clicks', () => {
  const save = vi.fn();
  const { rerender } = render(show(<Button onClick={save}>Save</Button>));
  const button = findButton();
  button.focus();
  fireEvent.click(button);
  rerender(
    show(
      <Button onClick={save} loading>
        Save
      </Button>,
    ),
  );
  fireEvent.click(button);
  expect(save).toHaveBeenCalledTimes(1);
  expect(findButton()).toBe(button);
  expect([button.disabled, button.getAttribute('aria-disabled'), document.activeElement]).toEqual([
    false,
    'true',
    button,
  ]);
  rerender(show(<Button onClick={save}>Save</Button>));
  fireEvent.click(button);
  expect(save).toHaveBeenCalledTimes(2);
  expect(button.hasAttribute('aria-disabled')).toBe(false);
});

it('a form is not submitted again while its button runs', () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    show(
      <form onSubmit={submit}>
        <Button type="submit" loading>
          Save
        </Button>
      </form>,
    ),
  );
  fireEvent.click(findButton());
  expect(submit).not.toHaveBeenCalled();
});

it('a button in a form submits it only if it is made for that', () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  render(
    show(
      <form onSubmit={submit}>
        <Button>Save</Button>
      </form>,
    ),
  );
  fireEvent.click(findButton());
  expect(submit).not.toHaveBeenCalled();
});

it('a button that is disabled while its action runs stays disabled', () => {
  render(
    show(
      <Button disabled loading>
        Save
      </Button>,
    ),
  );
  expect(findButton().disabled).toBe(true);
});
