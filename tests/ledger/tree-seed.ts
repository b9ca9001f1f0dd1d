// Seed of random tests, derived from the tested source files.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folders = [
  '../../registry/',
  '../../demo/',
  '../../lib/format/',
  '../../lib/contract/',
  './',
  '../model/',
];

/**
 * A seed for random histories, derived from the tested source and the models: the same source runs the same
 * histories on every machine, and any change of a rule runs different ones.
 */
export function seedOfTree(): number {
  const hash = createHash('sha256');
  for (const path of folders) {
    const folder = fileURLToPath(new URL(path, import.meta.url));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => /\.(ts|sql)$/.test(one)).sort())
      hash.update(name.replaceAll('\\', '/')).update(readFileSync(`${folder}/${name}`));
  }
  return hash.digest().readUInt32BE() >>> 2;
}
