import { expect, test, vi } from 'vitest';
import { ApiError, isApiError } from '../api/error.ts';
import { knownError } from './known-errors.ts';

const withCode = (code: string) => Object.assign(new Error('as the driver says it'), { code });

// The error texts of pg and pg-pool when a server disappears at various moments.
test.each([
  [new Error('timeout exceeded when trying to connect'), 'not_ready'],
  [new Error('Connection terminated unexpectedly'), 'not_ready'],
  [new Error('Connection terminated due to connection timeout'), 'not_ready'],
  [new Error('Client has encountered a connection error and is not queryable'), 'not_ready'],
  [new Error('Client was closed and is not queryable'), 'not_ready'],
  [withCode('57P01'), 'not_ready'],
  [withCode('53300'), 'not_ready'],
  [withCode('08006'), 'not_ready'],
  [withCode('ECONNRESET'), 'not_ready'],
  [withCode('23505'), 'failed'],
  [new TypeError('is not a function'), 'failed'],
  [new ApiError('forbidden'), 'forbidden'],
])('%s is reported as %s', (thrown, code) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(knownError(thrown, 'id').code).toBe(code);
  expect(logged.mock.calls.length).toBe(isApiError(thrown) ? 0 : 1);
  logged.mockRestore();
});
