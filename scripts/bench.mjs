// npm run bench [-- name… --full]: each measurement beside its floor, one after the other, in a process of its own.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['--conditions=react-server', '--expose-gc', 'scripts/bench.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
