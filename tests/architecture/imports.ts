// Finds what source files import, for tests of the architecture.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const texts = new Map<string, string>();

/** The text of a file, read once. */
export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

const isSource = (path: string) => /\.(tsx?|mjs)$/.test(path) && existsSync(path);

/**
 * Paths of ours that a file imports, statically or dynamically; libraries are left out. A path that is no source
 * file stays as written. `types: false` leaves out imports on one line that are of types alone.
 */
export function importsOf(file: string, { types = true }: { types?: boolean } = {}): string[] {
  const text = types ? textOf(file) : textOf(file).replace(/^import type .*$/gm, '');
  return [...text.matchAll(/(?:from\s+|import\s*\(\s*|^import\s+)'([^']+)'/gm)].flatMap(([, target = '']) => {
    const path = target.startsWith('.')
      ? normalize(join(dirname(file), target))
      : target.match(/^(?:@\/|#)(.+)/)?.[1];
    if (!path) return [];
    return [path, `${path}.ts`, `${path}.tsx`].find(isSource) ?? path;
  });
}

/** A file and all that it imports through files for which `follow` is true. */
export function closureOf(
  file: string,
  follow: (path: string) => boolean,
  options?: { types?: boolean },
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const path of importsOf(file, options))
    if (isSource(path) && follow(path)) closureOf(path, follow, options, seen);
  return seen;
}
