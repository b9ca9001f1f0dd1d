// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Combobox } from './combobox.tsx';
import { DateInput, readDate } from './date-input.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

afterEach(cleanup);

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

const holders = [
  { id: 'a 1', label: 'Larkspur Trust', group: 'Holders' },
  { id: 'a 2', label: 'Larkspur Partners', group: 'Holders' },
  { id: 'c 1', label: 'Certificate 12', group: 'Certificates' },
];
const activeOption = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '');

it('announces why there is nothing to choose, on typing and on opening', () => {
  const { rerender } = render(
    <Combobox label="Holder" items={[]} empty="Choose the issuer first." onSelect={vi.fn()} />,
  );
  const input = screen.getByRole('combobox', { name: 'Holder' });
  expect(screen.getByRole('status').textContent).toBe('');
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(screen.getByRole('status').textContent).toBe('Choose the issuer first.');
  expect(input.getAttribute('aria-expanded')).toBe('false');
  rerender(<Combobox label="Holder" items={holders} onSelect={vi.fn()} />);
  fireEvent.change(input, { target: { value: 'zz' } });
  expect(screen.getByRole('status').textContent).toBe('No matches.');
});

it('names another first option by another id, so that it is announced', () => {
  render(<Combobox label="Holder" items={holders} onSelect={vi.fn()} />);
  const input = screen.getByRole('combobox', { name: 'Holder' });
  fireEvent.change(input, { target: { value: 'larkspur' } });
  const before = input.getAttribute('aria-activedescendant');
  expect(before).not.toContain(' ');
  fireEvent.change(input, { target: { value: 'larkspur partners' } });
  expect(activeOption(input)?.textContent).toBe('Larkspur Partners');
  expect(input.getAttribute('aria-activedescendant')).not.toBe(before);
});

it('gives options their group and their place among all matches', () => {
  render(<Combobox label="Holder" items={holders} limit={2} list="always" onSelect={vi.fn()} />);
  const options = within(screen.getByRole('group', { name: 'Holders' })).getAllByRole('option');
  expect(options.map((one) => [one.getAttribute('aria-posinset'), one.getAttribute('aria-setsize')])).toEqual(
    [
      ['1', '3'],
      ['2', '3'],
    ],
  );
  expect(screen.getByRole('status').textContent).toBe('3 matches, first 2 shown');
});

it('announces what was chosen, and calls no option unselected where nothing can be selected', () => {
  render(<Combobox label="Holder" items={holders} onSelect={vi.fn()} />);
  const input = screen.getByRole('combobox', { name: 'Holder' });
  fireEvent.change(input, { target: { value: 'larkspur' } });
  expect(activeOption(input)?.getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(screen.getByRole('status').textContent).toBe('Larkspur Trust, selected');
  fireEvent.change(input, { target: { value: 'c' } });
  expect(screen.getByRole('status').textContent).toBe('1 match');
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

it('takes an option that was moved to, while more are searched for', () => {
  const onSelect = vi.fn();
  const [first, second] = [
    { id: '1', label: 'Certificate 17, issuer one' },
    { id: '2', label: 'Certificate 17, issuer two' },
  ] as const;
  const items = [first, second];
  render(
    <Combobox
      {...{ items, onSelect }}
      text="17"
      foundBy=""
      label="Search"
      list="always"
      filter={() => true}
    />,
  );
  const input = screen.getByRole('combobox', { name: 'Search' });
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onSelect.mock.calls).toEqual([[second]]);
});

describe('dates', () => {
  it.each([
    ['2026-06-30', '2026-06-30'],
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

  it.each([
    ['Jun 30, 2026', '2026-06-30'],
    ['30 june 2026', '2026-06-30'],
    ['Sept. 3 2026', '2026-09-03'],
    ['6/30/2026', '2026-06-30'],
    ['Junk 30, 2026', null],
    ['Jun 31, 2026', null],
  ])('reads %s as %s', (text, date) => {
    expect(readDate(text, '1900-01-01', '2026-11-20')).toBe(date);
  });

  function Picker({ onChange = vi.fn(), onSubmit = vi.fn(), start = '2026-01-02' }) {
    const [value, setValue] = useState(start);
    const change = (date: string) => {
      setValue(date);
      onChange(date);
    };
    return (
      <form onSubmit={onSubmit}>
        <DateInput aria-label="As of" name="day" value={value} onChange={change} max="2026-11-20" />
      </form>
    );
  }
  const field = () => screen.getByLabelText<HTMLInputElement>('As of');
  const notice = () => document.querySelector('[aria-live="polite"]')?.textContent;

  it('shows the month by name and reads out how a typed date was understood', () => {
    const onChange = vi.fn();
    const { container } = render(<Picker onChange={onChange} />);
    expect(field().value).toBe('Jan 2, 2026');
    fireEvent.change(field(), { target: { value: '6/7/2026' } });
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.blur(field());
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-06-07');
    expect([field().value, notice()]).toEqual(['Jun 7, 2026', 'Jun 7, 2026']);
    expect(new FormData(container.querySelector('form')!).get('day')).toBe('2026-06-07');
  });

  it('keeps text that cannot be used, with its error, and blocks the form until it is corrected', () => {
    const onChange = vi.fn();
    const { container } = render(<Picker onChange={onChange} />);
    const form = container.querySelector('form')!;
    fireEvent.change(field(), { target: { value: '12/31/2026' } });
    expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false);
    expect([field().value, notice()]).toEqual([
      '12/31/2026',
      'Dec 31, 2026 is after Nov 20, 2026, the last date allowed. Jan 2, 2026 still applies.',
    ]);
    fireEvent.change(field(), { target: { value: 'soon' } });
    expect(notice()).toBe('');
    fireEvent.blur(field());
    expect([field().value, notice()]).toEqual([
      'soon',
      '“soon” is not a date. Enter a date like Jun 30, 2026. Jan 2, 2026 still applies.',
    ]);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field().getAttribute('aria-describedby')!)!.textContent).toBe(notice());
    expect([field().validationMessage !== '', form.checkValidity()]).toEqual([true, false]);
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.change(field(), { target: { value: 'Jun 30, 2026' } });
    fireEvent.blur(field());
    expect([field().value, form.checkValidity()]).toEqual(['Jun 30, 2026', true]);
    expect(field().getAttribute('aria-invalid')).toBeNull();
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-06-30');
  });

  it('drops unusable text once a day is chosen elsewhere', () => {
    const onInvalid = vi.fn();
    const date = (value: string) => (
      <DateInput aria-label="As of" value={value} onChange={vi.fn()} onInvalid={onInvalid} />
    );
    const { rerender } = render(date('2026-01-02'));
    fireEvent.change(field(), { target: { value: 'soon' } });
    fireEvent.blur(field());
    rerender(date('2026-01-02'));
    expect([field().value, onInvalid.mock.calls]).toEqual(['soon', [[true]]]);
    rerender(date('2026-03-31'));
    expect([field().value, field().validationMessage]).toEqual(['Mar 31, 2026', '']);
    expect(onInvalid.mock.calls).toEqual([[true], [false]]);
  });

  it('takes a date from the calendar, and nothing when left empty', () => {
    const onChange = vi.fn();
    const { container } = render(<Picker onChange={onChange} />);
    fireEvent.change(container.querySelector('input[type="date"]')!, { target: { value: '2026-03-04' } });
    expect([field().value, notice()]).toEqual(['Mar 4, 2026', 'Mar 4, 2026']);
    fireEvent.change(field(), { target: { value: '' } });
    fireEvent.blur(field());
    expect(onChange.mock.calls).toEqual([['2026-03-04'], ['']]);
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
