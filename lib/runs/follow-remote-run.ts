import 'server-only';
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type ActiveDownload, openActiveDownload } from './active-download.ts';
import type { RunRow } from './rows.ts';

const checkEveryMs = 200;

/**
 * Follows a run whose file another process receives, through the store and the shared folder: the state from
 * the row, and as many bytes as the file has. `check` reads the current row, null when it is gone. Follows to
 * the run's end, with or without readers, and then calls `ended`.
 */
export function followRemoteRun(
  id: string,
  path: string,
  check: () => Promise<RunRow | null>,
  ended: () => void,
): ActiveDownload {
  const live = openActiveDownload(id, path);
  void (async () => {
    while (live.ended === null) {
      await step(live, check).catch(() => fail(live, 'failed'));
      live.tell();
      if (live.ended === null) await pause(checkEveryMs, undefined, { ref: false });
    }
    ended();
  })();
  return live;
}

async function step(live: ActiveDownload, check: () => Promise<RunRow | null>): Promise<void> {
  const row = await check();
  if (!row) return fail(live, 'failed');
  if (row.file_name && row.content_type) {
    const extension = row.file_name.slice(row.file_name.lastIndexOf('.') + 1) as 'pdf' | 'xlsx' | 'zip';
    live.format = { extension, contentType: row.content_type };
    live.fileName = row.file_name;
  }
  if (row.state === 'ready' && row.bytes !== null) {
    live.size = Number(row.bytes);
    live.ended = 'ready';
  } else if (row.state !== 'sent' && row.state !== 'receiving') {
    fail(live, row.error_code ?? 'failed');
  } else {
    const there = await stat(live.path).catch(() => null);
    live.size = Math.max(live.size, there?.size ?? 0);
  }
}

function fail(live: ActiveDownload, errorCode: string): void {
  live.ended = 'failed';
  live.errorCode = errorCode;
}
