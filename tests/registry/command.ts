// Runs operator commands of scripts/ beside a test registry.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Registry } from './boot.ts';

export type Ran = { status: number; out: string; err: string };

/** Runs an operator's command of `scripts/` beside the running registry, on the demo's last day. */
export function command(registry: () => Pick<Registry, 'where'>, script: string) {
  const path = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  return async (words: readonly string[], input = '', env: Record<string, string> = {}): Promise<Ran> => {
    const child = spawn(process.execPath, [path, ...words], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        REGISTRY_CLOCK: '2026-11-20T16:00:00Z',
        ...registry().where,
        ...env,
      },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdin.end(input);
    const [status] = await once(child, 'close');
    return { status, out, err };
  };
}
