// Reads the memory of a process and its report workers from /proc.

import { readFileSync } from 'node:fs';

const inProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended since it was listed.
    return '';
  }
};

const own = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(inProc(pid, 'status'))?.[1]) / 1024;

/** Memory of a process and its report workers, in MB; NaN when it is not running. Linux only. */
export function residentMb(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  const started = inProc(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  const drawing = started.filter((child) => inProc(child, 'cmdline').includes('files/worker/worker'));
  return drawing.reduce((sum, child) => sum + (own(child) || 0), own(pid));
}
