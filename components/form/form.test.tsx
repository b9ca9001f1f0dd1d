// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { RadioField, SelectField, TextField } from './fields.tsx';
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
