// Says which programs a test lacks, and installs them from Debian packages where possible.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Test files that install at the same time wait for each other: apt-get refuses to run twice. */
const lock = '/var/lib/dpkg';

/**
 * Why a test has not the programs it needs, null where it has them. Those that are missing are installed from Debian's
 * packages where that is possible.
 */
export function whyMissing(programs: readonly string[], packages: readonly string[]): string | null {
  const missing = () =>
    programs.filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error !== undefined);
  const before = missing();
  if (before.length === 0) return null;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    return `there is no ${before.join(', no ')}, and only root on Debian can install it`;
  aptGet(['update', '-qq'], 120_000);
  aptGet(['install', '-y', '-qq', '--no-install-recommends', ...packages], 480_000);
  const after = missing();
  return after.length === 0 ? null : `there is no ${after.join(', no ')}, and it could not be installed`;
}

function aptGet(words: readonly string[], timeout: number): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('flock', ['--no-fork', lock, 'apt-get', ...words], { stdio: 'ignore', env, timeout });
}
