// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TextInput } from '#components/ui/input/text-input';
import { useStoredTexts } from './use-stored-texts.ts';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const initial = () => ({ name: '', list: 'Labels' });

function Typed({ user }: { user: string }) {
  const { values, set, forget } = useStoredTexts(`${user}.1001`, initial);
  return (
    <>
      <TextInput
        aria-label="Name"
        value={values.name}
        onChange={(event) => set('name', event.target.value)}
      />
      <output>{values.list}</output>
      <button type="button" onClick={forget}>
        Sent
      </button>
    </>
  );
}

const name = () => (screen.getByLabelText('Name') as HTMLInputElement).value;

/** Draws the form again, as after a reload. */
function reload(user = 'ada') {
  cleanup();
  render(<Typed user={user} />);
}

it('keeps what is typed over a reload, for its user, until the form is sent', () => {
  reload();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Noor' } });
  reload();
  expect([name(), screen.getByRole('status').textContent]).toEqual(['Noor', 'Labels']);
  reload('bo');
  expect(name()).toBe('');
  reload();
  fireEvent.click(screen.getByText('Sent'));
  reload();
  expect(name()).toBe('');
});

it('adds to what is stored what was typed before the code of the page had loaded', async () => {
  sessionStorage.setItem('sharebook.form.ada.1001', '{"name":"Noor","list":"Reserves"}');
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(<Typed user="ada" />);
  (screen.getByLabelText('Name') as HTMLInputElement).value = 'Bo';
  await act(async () => {
    render(<Typed user="ada" />, { container, hydrate: true });
  });
  expect([name(), screen.getByRole('status').textContent]).toEqual(['Bo', 'Reserves']);
  expect(JSON.parse(sessionStorage.getItem('sharebook.form.ada.1001') ?? '')).toEqual({
    name: 'Bo',
    list: 'Reserves',
  });
});

it.each(['no json', '[1]', '{"name":1}', 'null'])(
  'leaves the form as it is when the stored text is %s',
  (text) => {
    sessionStorage.setItem('sharebook.form.ada.1001', text);
    reload();
    expect([name(), screen.getByRole('status').textContent]).toEqual(['', 'Labels']);
  },
);
