import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textOf } from './imports.ts';

/** Tables say in `about` what their files are of. A file that leaves the page has to name the company. */
test('the files of tables name the issuer, not only its number', () => {
  const files = readdirSync('features', { recursive: true, encoding: 'utf8' })
    .map((file) => `features/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.tsx'));
  const abouts = files.flatMap((file) =>
    textOf(file)
      .split(/\babout(?:=|:)/)
      .slice(1)
      .map((text) => `${file}: ${text.slice(0, 400)}`),
  );
  expect(abouts.filter((text) => /\(\$\{issuer\}\)/.test(text)).length).toBeGreaterThan(10);
  expect(abouts.filter((text) => /issuer \$\{issuer\}/.test(text))).toEqual([]);
});
