import type { EndpointId } from '#lib/contract/index';
import type { WriteRow, WriteState } from '#lib/outbox/rows';
import type { Input } from '../authorize.ts';

/** A write as its owner sees it; contains nothing of the encrypted body. */
export type WriteView = {
  id: string;
  /** The ID of its form. */
  key: string;
  operation: 'CreateOrUpdate' | 'CreateNewIssuance';
  /** `checking` while it is being processed. */
  state: WriteState | 'checking';
  issuer: number | null;
  /** What it is about, as plain texts. */
  summary: Readonly<Record<string, string>>;
  /** What CreateOrUpdate was expected to do, and did. */
  expected: 'Create' | 'Update' | null;
  result: Readonly<Record<string, unknown>> | null;
  code: string | null;
  requestId: string;
  createdAt: string;
  endedAt: string | null;
};

type Line = { shares?: unknown };

/** The summary of a write for lists: no tax IDs, no addresses. */
export function summaryOf(id: EndpointId, input: Input): Record<string, string> {
  const holder = (id === 'CreateOrUpdate' ? input : (input.shareholder ?? {})) as Input;
  const whole = [holder.name, holder.name2, holder.name3].filter(Boolean).join(' ');
  const about = { name: whole, account: String(holder.customerShareholderId ?? '') };
  if (id === 'CreateOrUpdate') return about;
  const lines = (input.certificates ?? []) as readonly Line[];
  const security = (input.securityType ?? {}) as { securityTypeCode?: string; securitySeriesCode?: string };
  return {
    ...about,
    shares: lines.reduce((total, { shares }) => total + BigInt(String(shares ?? 0)), 0n).toString(),
    certificates: String(lines.length),
    security: [security.securityTypeCode ?? 'C', security.securitySeriesCode].filter(Boolean).join('-'),
    effectiveDate: String(input.effectiveDate ?? input.processDate ?? ''),
  };
}

export function viewOfWrite(row: WriteRow, working: boolean): WriteView {
  return {
    id: row.id,
    key: row.own_key,
    operation: row.operation as WriteView['operation'],
    state: working && row.ended_at === null ? 'checking' : row.state,
    issuer: row.issuer === null ? null : Number(row.issuer),
    summary: row.summary,
    expected: row.expected,
    result: row.result,
    code: row.error_code,
    requestId: row.request_id,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
