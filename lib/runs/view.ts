import type { Earlier } from './earlier.ts';
import type { Live } from './live.ts';
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
  /** Size announced by the registry or final size; null while unknown. */
  totalBytes: number | null;
  sha256: string | null;
  fileName: string | null;
  contentType: string | null;
  /** A code of the dashboard's errors when the run failed. */
  error: string | null;
  /** Address of the file, absolute; null when there is none to be had, or it is somebody else's. */
  downloadUrl: string | null;
  /** The file made of the same request before this one; only where one run is looked at. */
  earlier?: Earlier | null;
  /** The person who asked; only in an administrator's list of everybody's runs. */
  person?: string;
};

/** Joins what is kept with what this process sees arriving. */
export function viewOf(row: RunRow, live: Live | null, publicUrl: string | null): RunView {
  const finished = row.finished_at === null ? Date.now() : Date.parse(row.finished_at);
  const kept = row.bytes === null ? null : Number(row.bytes);
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
    bytes: live?.size ?? kept ?? 0,
    totalBytes: live?.total ?? (row.state === 'ready' || row.state === 'expired' ? kept : null),
    sha256: row.sha256,
    fileName: row.file_name,
    contentType: row.content_type,
    error: row.error_code,
    downloadUrl: publicUrl !== null && reachable ? `${publicUrl}/api/runs/${row.id}/file` : null,
  };
}
