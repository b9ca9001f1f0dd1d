// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DateField, RadioField, SelectField, TextField } from './fields.tsx';
import { Form, type FormFailure } from './form.tsx';

afterEach(cleanup);

const draw = (pending: boolean, error: FormFailure | null, onSubmit = vi.fn()) => {
  render(
    <Form
      pending={pending}
      error={error}
      onSubmit={onSubmit}
      submit="Create"
      pendingLabel="Creating"
      labels={{ email: 'E-mail' }}
    >
      <TextField name="email" label="E-mail" defaultValue="a@b.example" />
      <SelectField name="sort" label="Order" options={[{ value: 'name', label: 'Name' }]} />
      <RadioField
        name="format"
        label="Format"
        defaultValue="pdf"
        options={[{ value: 'pdf', label: 'PDF' }]}
      />
    </Form>,
  );
  return onSubmit;
};

it('passes the fields by name', () => {
  const onSubmit = draw(false, null);
  fireEvent.submit(screen.getByRole('button', { name: 'Create' }).closest('form')!);
  expect(Object.fromEntries(onSubmit.mock.calls[0]![0])).toEqual({
    email: 'a@b.example',
    sort: 'name',
    format: 'pdf',
  });
});

it('submits nothing while a response is pending', () => {
  const onSubmit = draw(true, null);
  fireEvent.submit(screen.getByRole('button', { name: 'Creating' }).closest('form')!);
  expect(onSubmit).not.toHaveBeenCalled();
});

it('links errors to fields by name, and moves focus to the summary', () => {
  draw(false, {
    code: 'bad_input',
    message: 'Look again.',
    requestId: 'r1',
    fields: { email: ['Not an address.'] },
  });
  const input = screen.getByLabelText('E-mail');
  expect(document.getElementById(input.getAttribute('aria-describedby')!)!.textContent).toBe(
    'Not an address.',
  );
  const summary = screen.getByRole('alert');
  expect(document.activeElement).toBe(summary);
  expect(summary.textContent).toContain('r1');
  expect(screen.getByRole('link', { name: 'E-mail' }).getAttribute('href')).toBe(`#${input.id}`);
  expect(screen.getByLabelText('Order').getAttribute('aria-invalid')).toBeNull();
});

it('does not send an earlier date for text that is not a date', () => {
  const onSubmit = vi.fn();
  render(
    <Form pending={false} error={null} onSubmit={onSubmit} submit="Create">
      <DateField name="day" label="Day" value="2026-01-02" onChange={vi.fn()} />
    </Form>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  const form = field.closest('form')!;
  fireEvent.change(field, { target: { value: 'soon' } });
  fireEvent.blur(field);
  fireEvent.submit(form);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  expect([field.value, screen.getByText(/is not a date/).textContent]).toEqual([
    'soon',
    '“soon” is not a date. Enter a date like Jun 30, 2026.',
  ]);
  fireEvent.change(field, { target: { value: 'Jan 2, 2026' } });
  fireEvent.blur(field);
  fireEvent.submit(form);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('drops the error of a field when it is changed, and the summary with the last one', () => {
  draw(false, {
    code: 'invalid',
    message: 'Check the highlighted fields.',
    fields: { email: 'Not an address.', sort: 'Choose an order.' },
  });
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'b@b.example' } });
  expect(screen.queryAllByText(/Not an address/)).toEqual([]);
  expect(screen.getByRole('alert').textContent).toContain('Choose an order.');
  fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'name' } });
  expect(screen.queryByRole('alert')).toBeNull();
});
