import { expect, test } from 'vitest';
import { isRefusedPort } from './refused-ports.ts';

test('every refused port is one that fetch refuses', async () => {
  const refused = Array.from({ length: 65_535 }, (_, at) => at + 1).filter(isRefusedPort);
  expect(refused.length).toBeGreaterThan(60);
  for (const port of refused)
    await expect(fetch(`http://127.0.0.1:${port}`), `${port}`).rejects.toMatchObject({
      cause: { message: 'bad port' },
    });
});

test('usual ports are allowed', () => {
  expect([80, 443, 3000, 4010, 8080].filter(isRefusedPort)).toEqual([]);
});
