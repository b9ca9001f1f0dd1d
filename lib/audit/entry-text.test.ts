import { expect, test } from 'vitest';
import { entryText } from './entry-text.ts';

const entry = { action: 'requests-refused', outcome: 'refused', endpoint: null, object: null };

test.each([
  [{ count: 1987, calls: 1987 }, 'Requests without a session refused: 1,987'],
  [
    { count: 2, providerSignIns: 1 },
    'Requests without a session refused: 2; Sign-ins started at the provider: 1',
  ],
  [{ count: 0, providerSignIns: 3 }, 'Sign-ins started at the provider: 3'],
])('%j is displayed as %s', (detail, texts) => {
  expect(entryText({ ...entry, detail })).toBe(texts);
});
