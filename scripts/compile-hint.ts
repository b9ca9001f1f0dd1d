import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Asks the browser to compile the functions of a script while it arrives, beside the page's own thread (V8's explicit
 * compile hints; other browsers read a comment). The bundler wraps each module in a function that is called at once, which
 * a browser that expects otherwise compiles a second time, on that thread.
 */
export const compileHint = '//# allFunctionsCalledOnLoad\n';

/** Bytes from which on a script has enough to compile; a page has dozens of smaller ones, and the hint weighs too. */
export const hintedFrom = 16_384;

/** Puts the hint at the head of the larger scripts of a finished build. Throws when the build has none. */
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
