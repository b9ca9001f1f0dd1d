// Before a test run: compile cache, files in memory, and a folder that all test files share.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCompiledModules } from './compile-cache.ts';
import { keepFilesInMemory } from './temporary-folder.ts';

/** A folder that all test files of one run share, named by TEST_RUN_DIR; `npm test` has one for all its steps. */
export default function setup(): (() => void) | undefined {
  if (process.env.TEST_RUN_DIR) return;
  keepCompiledModules();
  const removeFiles = keepFilesInMemory();
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-test-run-'));
  process.env.TEST_RUN_DIR = folder;
  return () => {
    delete process.env.TEST_RUN_DIR;
    rmSync(folder, { recursive: true, force: true });
    removeFiles();
  };
}
