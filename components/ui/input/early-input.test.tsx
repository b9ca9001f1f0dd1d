// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { Combobox } from './combobox.tsx';
import { DateInput } from './date-input.tsx';
import { Checkbox, Select, TextArea } from './inputs.tsx';
import { TextInput } from './text-input.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Draws as the server does, lets the user act, then loads the code. */
async function load(page: ReactNode, press: () => void) {
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(page);
  press();
  await act(async () => {
    render(page, { container, hydrate: true });
  });
}

const field = <E extends HTMLElement = HTMLInputElement>(name: string) =>
  screen.getByLabelText<E>(name, { selector: 'input, select, textarea' });
const options = ['Mail', 'Courier', 'Email'].map((value) => ({ value, label: value }));

function Page() {
  const [texts, setTexts] = useState({ name: '', lines: '', channel: 'Mail', holder: '', day: '2026-11-20' });
  const [isHere, setHere] = useState(false);
  const [draws, setDraws] = useState(0);
  const set = (part: Partial<typeof texts>) => setTexts((before) => ({ ...before, ...part }));
  return (
    <>
      <TextInput
        aria-label="Name"
        value={texts.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextArea
        aria-label="Lines"
        value={texts.lines}
        onChange={({ target }) => set({ lines: target.value })}
      />
      <Select
        aria-label="Channel"
        options={options}
        value={texts.channel}
        onChange={({ target }) => set({ channel: target.value })}
      />
      <Checkbox label="Paper is here" checked={isHere} onChange={({ target }) => setHere(target.checked)} />
      <Combobox
        label="Holder"
        items={[]}
        text={texts.holder}
        onQuery={(holder) => set({ holder })}
        onSelect={() => undefined}
      />
      <DateInput aria-label="Day" value={texts.day} onChange={(day) => set({ day })} />
      <TextInput aria-label="Free" defaultValue="free" />
      <output>{JSON.stringify({ ...texts, isHere })}</output>
      <button type="button" onClick={() => setDraws(draws + 1)}>
        Draw again
      </button>
    </>
  );
}

it('keeps what was typed and chosen before the code had loaded', async () => {
  await load(<Page />, () => {
    field('Name').value = 'Tender';
    field<HTMLTextAreaElement>('Lines').value = 'Two\nlines';
    field<HTMLSelectElement>('Channel').value = 'Email';
    field('Paper is here').checked = true;
    field('Holder').value = 'Ada';
    field('Day').value = 'Nov 27, 2026';
    field('Free').value = 'typed';
  });
  expect(JSON.parse(screen.getByText(/Tender/).textContent ?? '')).toEqual({
    name: 'Tender',
    lines: 'Two\nlines',
    channel: 'Email',
    isHere: true,
    holder: 'Ada',
    day: '2026-11-27',
  });
  await act(async () => screen.getByText('Draw again').click());
  expect([field('Name').value, field('Channel').value, field('Free').value]).toEqual([
    'Tender',
    'Email',
    'typed',
  ]);
  expect(field('Paper is here').checked).toBe(true);
});

it('calls no handler of a field that nobody has touched, nor of one that is drawn later', async () => {
  const onChange = vi.fn();
  const fields = (
    <>
      <TextInput aria-label="Name" value="Ada" onChange={onChange} />
      <Select aria-label="Channel" options={options} value="Fax" onChange={onChange} />
      <Select aria-label="Second" options={options} value="Courier" onChange={onChange} />
      <Checkbox label="Paper is here" checked onChange={onChange} />
    </>
  );
  await load(fields, () => undefined);
  render(fields);
  expect(onChange).not.toHaveBeenCalled();
});
