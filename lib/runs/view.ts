import type { ActiveDownload } from './active-download.ts';
import type { Earlier } from './earlier-runs.ts';
import type { RunRow, RunState } from './rows.ts';

/** A run as pages and `/api/runs` show it. Times are ISO instants, `asOf` a calendar date. */
export type RunView = {
  id: string;
  endpoint: string;
  issuer: number | null;
  asOf: string | null;
  input: Record<string, unknown>;
  state: RunState;
  createdAt: string;
  finishedAt: string | null;
  elapsedMs: number;
  /** Bytes arrived so far, or the size of the file. */
  bytes: number;
  /** Size announced by the registry, or final size; null while unknown. */
  totalBytes: number | null;
  sha256: string | null;
  fileName: string | null;
  contentType: string | null;
  /** An error code of the dashboard when the run failed. */
  error: string | null;
  /** Absolute address of the file; null when there is no file, or it belongs to another user. */
  downloadUrl: string | null;
  /** Created by a schedule of its user. */
  isScheduled: boolean;
  /** The previous file of the same request; only where a single run is shown. */
  earlier?: Earlier | null;
  /** The user who requested it; only in an administrator's list of all runs. */
  person?: string;
};

/** Combines the saved row with the state of a file arriving in this process. */
export function viewOf(row: RunRow, live: ActiveDownload | null, publicUrl: string | null): RunView {
  const finished = row.finished_at === null ? Date.now() : Date.parse(row.finished_at);
  const saved = row.bytes === null ? null : Number(row.bytes);
  const reachable = row.state === 'sent' || row.state === 'receiving' || row.state === 'ready';
  return {
    id: row.id,
    endpoint: row.endpoint,
    issuer: row.issuer === null ? null : Number(row.issuer),
    asOf: row.as_of,
    input: row.input,
    state: row.state,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    elapsedMs: Math.max(0, Math.round(finished - Date.parse(row.created_at))),
    bytes: live?.size ?? saved ?? 0,
    totalBytes: live?.total ?? (row.state === 'ready' || row.state === 'expired' ? saved : null),
    sha256: row.sha256,
    fileName: row.file_name,
    contentType: row.content_type,
    error: row.error_code,
    isScheduled: row.schedule !== null,
    downloadUrl: publicUrl !== null && reachable ? `${publicUrl}/api/runs/${row.id}/file` : null,
  };
}
