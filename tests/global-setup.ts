import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that all test files of one run share, named by TEST_RUN_DIR; gone when the run ends. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-test-run-'));
  process.env.TEST_RUN_DIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
