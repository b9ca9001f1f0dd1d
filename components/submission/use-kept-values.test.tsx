// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useKeptValues } from './use-kept-values.ts';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const initial = () => ({ name: '', list: 'Labels' });

function Typed({ user }: { user: string }) {
  const { values, set, forget } = useKeptValues(`${user}.1001`, initial);
  return (
    <>
      <input aria-label="Name" value={values.name} onChange={(event) => set('name', event.target.value)} />
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

it.each(['no json', '[1]', '{"name":1}', 'null'])(
  'leaves the form as it is when the stored text is %s',
  (text) => {
    sessionStorage.setItem('sharebook.form.ada.1001', text);
    reload();
    expect([name(), screen.getByRole('status').textContent]).toEqual(['', 'Labels']);
  },
);
