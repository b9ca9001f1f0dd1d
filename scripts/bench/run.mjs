// npm run bench [-- name… --full]: runs each measurement with its baseline, serially, in separate processes.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['--conditions=react-server', '--expose-gc', 'scripts/bench/run.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
