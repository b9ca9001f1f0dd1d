import type { PoolClient } from 'pg';
import { takeIds } from '#registry/db/ids';
import type { SentReportKind } from '#registry/db/sent-report-kinds';

/** A report that the agent sent; it moves no shares and is never changed. */
export type SentReport = {
  /** Null: to the agency. */
  issuerId: bigint | null;
  kind: SentReportKind;
  periodEnd: string;
  dueOn: string | null;
  sentOn: string;
  sentTo: string;
  fileName: string;
  sha256: string;
  note: string;
  recordedBy: string;
  recordedAt: string;
};

/** Adds a report to those that were sent, and returns its id. */
export async function addSentReport(tx: PoolClient, report: SentReport): Promise<bigint> {
  const id = await takeIds(tx, 'sent report');
  await tx.query(
    `insert into sent_report (id, issuer_id, kind, period_end, due_on, sent_on, sent_to, file_name, sha256, note,
       recorded_by, recorded_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[id, report.issuerId, report.kind, report.periodEnd, report.dueOn, report.sentOn, report.sentTo],
      ...[report.fileName, report.sha256, report.note, report.recordedBy, report.recordedAt],
    ],
  );
  return id;
}
