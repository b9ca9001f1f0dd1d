// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MenuList, menuTarget } from './menu-list.tsx';
import { Popover } from './popover.tsx';
import { ToastProvider, useToast } from './toast.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('menu keys', () => {
  const labels = ['Holder', 'Shares', 'Status'];
  it.each([
    ['ArrowDown', 2, 0],
    ['ArrowUp', 0, 2],
    ['ArrowUp', -1, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['s', 0, 1],
    ['s', 1, 2],
    ['s', 2, 1],
    ['Tab', 0, null],
    [' ', 0, null],
  ])('%s from %i leads to %s', (key, at, target) => {
    expect(menuTarget(key, at, labels)).toBe(target);
  });
});

const noop = () => undefined;

it('names a group of the menu by its heading and reads the header with the first item', () => {
  render(
    <div role="menu">
      <MenuList
        header="Olivia Operator"
        items={[
          { kind: 'heading', label: 'Theme' },
          { kind: 'choice', label: 'Light', checked: true, onSelect: noop },
          { kind: 'line' },
          { label: 'Sign out', onSelect: noop },
        ]}
        close={noop}
      />
    </div>,
  );
  const theme = within(screen.getByRole('group', { name: 'Theme' }));
  const light = theme.getByRole('menuitemradio', { name: 'Light' });
  expect(document.activeElement).toBe(light);
  expect(document.getElementById(light.getAttribute('aria-describedby')!)?.textContent).toBe(
    'Olivia Operator',
  );
  expect(theme.queryByRole('menuitem', { name: 'Sign out' })).toBeNull();
  expect(screen.getByRole('menuitem', { name: 'Sign out' }).hasAttribute('aria-describedby')).toBe(false);
});

it('closes a menu when Tab leaves it', () => {
  const close = vi.fn();
  render(<MenuList items={[{ label: 'Sign out', onSelect: noop }]} close={close} />);
  expect(fireEvent.keyDown(screen.getByText('Sign out'), { key: 'Tab' })).toBe(true);
  expect(close).toHaveBeenCalledOnce();
});

it('moves the focus into a dialog that opens, unless its content has taken it', () => {
  const { rerender } = render(<Popover label="Views">Nothing saved</Popover>);
  const open = (newState: string) =>
    fireEvent(
      screen.getByRole('dialog', { name: 'Views', hidden: true }),
      Object.assign(new Event('toggle'), { newState }),
    );
  open('open');
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Views', hidden: true }));
  open('closed');
  const focus = (input: HTMLInputElement | null) => input?.focus();
  rerender(
    <Popover label="Views">
      <input ref={focus} aria-label="Name" />
    </Popover>,
  );
  open('open');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

it('speaks in a live region that was there before, and keeps bad news', () => {
  vi.useFakeTimers();
  function Teller() {
    const notify = useToast();
    return (
      <button
        type="button"
        onClick={() => {
          notify({ text: 'Saved.' });
          notify({ text: 'Refused.', tone: 'danger' });
        }}
      >
        Tell
      </button>
    );
  }
  render(
    <ToastProvider>
      <Teller />
    </ToastProvider>,
  );
  const [calm, urgent] = [screen.getByRole('status'), screen.getByRole('alert')];
  fireEvent.click(screen.getByRole('button', { name: 'Tell' }));
  expect([calm.textContent, urgent.textContent]).toEqual(['Saved.', 'Refused.']);
  // An atomic region would repeat the earlier notifications with each new one.
  expect([calm, urgent].map((region) => region.getAttribute('aria-atomic'))).toEqual(['false', 'false']);
  act(() => void vi.advanceTimersByTime(10_000));
  expect([calm.textContent, urgent.textContent]).toEqual(['', 'Refused.']);
});
