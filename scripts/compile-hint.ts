// Adds compile hints for V8 to the larger scripts of a build.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Asks the browser to compile a script's functions off the main thread while it loads (V8's explicit compile
 * hints; other browsers see a comment). The bundler wraps each module in a function that is called at once;
 * without the hint the browser compiles it a second time, on the main thread.
 */
export const compileHint = '//# allFunctionsCalledOnLoad\n';

/**
 * Minimum script size in bytes for the hint. A page has dozens of smaller scripts, where the hint costs more
 * than it saves.
 */
export const hintedFrom = 16_384;

/** Adds the hint at the top of the larger scripts of a finished build. Throws when the build has none. */
export function hintScripts(folder = '.next/static/chunks'): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const scripts = names.filter((name) => name.endsWith('.js')).map((name) => join(folder, name));
  if (scripts.length === 0) throw new Error('The build has no scripts.');
  for (const script of scripts) {
    const text = readFileSync(script, 'utf8');
    if (Buffer.byteLength(text) >= hintedFrom && !text.startsWith(compileHint))
      writeFileSync(script, compileHint + text);
  }
}
