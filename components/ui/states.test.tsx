// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { SlowNotice, useShownTogether } from './states.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('keeps a pending button focusable and deaf', () => {
  const onClick = vi.fn();
  render(
    <Button pending type="submit" onClick={onClick}>
      Send
    </Button>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button');
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect([button.disabled, button.type, button.getAttribute('aria-disabled')]).toEqual([
    false,
    'button',
    'true',
  ]);
});

it('says what is slow after 2 s and offers a way out after 5 s', () => {
  vi.useFakeTimers();
  const onCancel = vi.fn();
  render(<SlowNotice pending text="Still adding up." onCancel={onCancel} />);
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.getByRole('status').textContent).toBe('Still adding up.');
  expect(screen.queryByRole('button')).toBeNull();
  act(() => void vi.advanceTimersByTime(3_000));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledOnce();
});

const Listed = ({ pending }: { pending: boolean }) => (useShownTogether(pending) ? 'list' : 'placeholder');

it('shows a list once nothing is pending, and keeps it while it is loaded again', () => {
  const { container, rerender } = render(<Listed pending />);
  expect(container.textContent).toBe('placeholder');
  rerender(<Listed pending={false} />);
  expect(container.textContent).toBe('list');
  rerender(<Listed pending />);
  expect(container.textContent).toBe('list');
});

it('shows a list that loads slowly after 2 s', () => {
  vi.useFakeTimers();
  const { container } = render(<Listed pending />);
  act(() => void vi.advanceTimersByTime(1_999));
  expect(container.textContent).toBe('placeholder');
  act(() => void vi.advanceTimersByTime(1));
  expect(container.textContent).toBe('list');
});
