import { expect, test } from 'vitest';
import { explainBooks, explainRejection } from './rejection.ts';

const explain = (status: number, body: unknown, contact = false) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const error = explainRejection({ contact, host: 'registry.example:4010' })({ status, text });
  return error && { code: error.code, message: error.message, fields: error.fields };
};

test('a 409 with exactly message and idempotencyId was recorded before; any other states a reason', () => {
  expect(explain(409, { message: 'used', idempotencyId: 'k' })).toMatchObject({ code: 'duplicate' });
  for (const more of [{}, { traceId: 't' }, { idempotencyId: 'k', traceId: 't' }])
    expect(explain(409, { message: 'Item 100000001 is at version 3.', ...more })).toMatchObject({
      code: 'upstream_conflict',
      message: 'Item 100000001 is at version 3.',
    });
});

test.each(['', '[]', '"used"', '{"message":', '{"message":7}', '{}', 'null'])(
  'a 409 that reads %j leaves open whether it was recorded',
  (text) => expect(explain(409, text)).toMatchObject({ code: 'upstream_unreadable' }),
);

test('a 400 with its texts and fields, or the usual text', () => {
  const errors = {
    'content.lines[0].shares': ['Shares must be at most 100.'],
    version: ['Version is required.'],
  };
  expect(explain(400, { message: 'Not valid.', errors })).toEqual({
    code: 'upstream_rejected',
    message: 'Not valid.',
    fields: errors,
  });
  expect(explain(400, '<html>')).toEqual({
    code: 'upstream_rejected',
    message: 'The registry did not accept these values.',
    fields: undefined,
  });
  expect(
    explain(400, { message: 'No.', errors: { __proto__: ['x'], 'a b': ['x'], ok: 'x', no: [7] } }),
  ).toEqual({
    code: 'upstream_rejected',
    message: 'No.',
    fields: undefined,
  });
});

test('other statuses have their usual error', () => {
  for (const status of [401, 403, 404, 429, 500]) expect(explain(status, { message: 'No.' })).toBeNull();
});

test('texts are redacted, on one line and bounded', () => {
  const say = (message: string, contact = false) => explain(409, { message, traceId: 't' }, contact)?.message;
  expect(say('SSN 900-55-1234 is on file')).toBe('SSN *****1234 is on file');
  expect(say('a\r\nb\u202e\0c')).toBe('a b c');
  expect(say('entered by clerk@mail.example')).toBe('entered by clerk@mail.example');
  expect(say('entered by clerk@mail.example', true)).toBe('entered by …');
  expect(say('see http://registry.example:4010/x')).toBe(
    'The data has changed since you read it. Nothing was recorded.',
  );
  expect(say('x'.repeat(9_000))).toHaveLength(501);
  const errors = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`f${at}`, Array(9).fill('No.')]));
  const { fields = {} } = explain(400, { message: 'No.', errors }) ?? {};
  expect([Object.keys(fields).length, fields.f0?.length]).toEqual([50, 5]);
});

test('of other rejections only the first day of the books is passed on', () => {
  const books = (status: number, message: string, errors?: unknown) =>
    explainBooks({ contact: true, host: 'registry.example:4010' })({
      status,
      text: JSON.stringify({ message, errors }),
    });
  const sentence = 'The books of Kestrel Ridge Inc. begin on 2026-10-30.';
  const errors = { cutoff: ['must not be before 2026-10-30'] };
  expect(books(400, sentence, errors)).toMatchObject({
    code: 'upstream_rejected',
    message: 'The books of Kestrel Ridge Inc. begin on Oct 30, 2026. Earlier days are not known.',
    fields: errors,
  });
  for (const other of [
    'cutoff must be a date.',
    'The books of A begin on 2026-13-01.',
    `${sentence} Really.`,
  ])
    expect(books(400, other)).toBeNull();
  for (const status of [403, 404, 409, 500]) expect(books(status, sentence)).toBeNull();
});
