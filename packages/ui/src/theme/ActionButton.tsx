import type { ComponentProps } from 'react';

type ActionButtonProps = ComponentProps<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean };

/**
 * Element of every `Button`. While its action runs, the button ignores clicks but keeps the focus: browsers take the focus from a
 * disabled button, and the next Tab would then start at the top of the page.
 */
export function ActionButton({ type = 'button', disabled, onClick, ...props }: ActionButtonProps) {
  const isRunning = props['data-loading'] && !props['data-disabled'];
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isRunning}
      aria-disabled={isRunning || props['aria-disabled']}
      onClick={isRunning ? (event) => event.preventDefault() : onClick}
    />
  );
}
