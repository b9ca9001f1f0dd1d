// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Combobox } from './combobox.tsx';
import { DateInput, readDate } from './date-input.tsx';
import { Field } from './field.tsx';
import { TextInput } from './inputs.tsx';
import { menuTarget } from './menu-list.tsx';
import { SlowNotice } from './states.tsx';
import { themeOf } from './theme.ts';
import { ToastProvider, useToast } from './toast.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('wires label, hint and error to the control', () => {
  render(
    <Field label="E-mail" hint="Work address" error="Not an address.">
      <TextInput />
    </Field>,
  );
  const input = screen.getByLabelText('E-mail');
  const described = input.getAttribute('aria-describedby')!.split(' ');
  expect(described.map((id) => document.getElementById(id)!.textContent)).toEqual([
    'Work address',
    'Not an address.',
  ]);
  expect(input.getAttribute('aria-invalid')).toBe('true');
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

it('picks from a combobox by keyboard, naming the option to assistive technology', () => {
  const onSelect = vi.fn();
  const items = ['Cede & Co.', 'Åland Østerbro', 'Larkspur'].map((label, index) => ({
    id: String(index),
    label,
  }));
  render(<Combobox label="Issuer" items={items} onSelect={onSelect} />);
  const input = screen.getByRole('combobox', { name: 'Issuer' });
  expect(input.getAttribute('aria-expanded')).toBe('false');
  fireEvent.change(input, { target: { value: 'r' } });
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(document.getElementById(input.getAttribute('aria-activedescendant')!)!.textContent).toBe('Larkspur');
  expect(screen.getByRole('status').textContent).toBe('2 matches');
  fireEvent.change(input, { target: { value: 'osterbro' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onSelect).toHaveBeenCalledWith(items[1]);
  expect(input.getAttribute('aria-expanded')).toBe('false');
});

it('keeps Enter until the options are those of the words typed', () => {
  const onSelect = vi.fn();
  const every = { id: 'download', label: 'Download the register' };
  const meant = { id: 'ownership', label: 'Ownership' };
  const box = (items: readonly (typeof every)[], text: string, foundBy: string) => (
    <Combobox {...{ items, text, foundBy, onSelect }} label="Search" list="always" filter={() => true} />
  );
  const { rerender } = render(box([every, meant], '', ''));
  const input = screen.getByRole('combobox', { name: 'Search' });
  rerender(box([every, meant], 'owner', ''));
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onSelect).not.toHaveBeenCalled();
  rerender(box([meant], 'owner', 'owner'));
  expect(onSelect.mock.calls).toEqual([[meant]]);
  rerender(box([meant], 'owner', 'own'));
  fireEvent.keyDown(input, { key: 'Enter' });
  fireEvent.change(input, { target: { value: 'down' } });
  rerender(box([every], 'down', 'down'));
  expect(onSelect).toHaveBeenCalledTimes(1);
});

describe('dates', () => {
  it.each([
    ['2026-06-30', '2026-06-30'],
    ['6/30/2026', '2026-06-30'],
    ['Jun 30, 2026', '2026-06-30'],
    ['June 30 2026', '2026-06-30'],
    ['June the last', null],
    [' 2024-02-29 ', '2024-02-29'],
    ['2023-02-29', null],
    ['2026-02-30', null],
    ['0002-06-30', null],
    ['2026-12-01', null],
    ['', ''],
  ])('reads %s as %s', (text, date) => {
    expect(readDate(text, '1900-01-01', '2026-11-20')).toBe(date);
  });

  it('hands on only whole dates within the bounds', () => {
    const onChange = vi.fn();
    render(<DateInput aria-label="As of" value="2026-01-02" onChange={onChange} max="2026-11-20" />);
    const input = screen.getByLabelText('As of');
    fireEvent.change(input, { target: { value: '0202-06-30' } });
    fireEvent.change(input, { target: { value: '2027-06-30' } });
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.change(input, { target: { value: '2026-06-30' } });
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-06-30');
  });
});

it('says what is slow after 2 s and offers a way out after 5 s', () => {
  vi.useFakeTimers();
  const onCancel = vi.fn();
  render(<SlowNotice pending sentence="Still adding up." onCancel={onCancel} />);
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.getByRole('status').textContent).toBe('Still adding up.');
  expect(screen.queryByRole('button')).toBeNull();
  act(() => void vi.advanceTimersByTime(3_000));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledOnce();
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
  act(() => void vi.advanceTimersByTime(10_000));
  expect([calm.textContent, urgent.textContent]).toEqual(['', 'Refused.']);
});

it('takes an unknown theme for the system one', () => {
  expect(['light', 'dark', 'blue', undefined].map(themeOf)).toEqual(['light', 'dark', 'system', 'system']);
});
