import { maskInText } from '#lib/access/mask';
import { type Contract, type EndpointId, isAgentOperation } from '#lib/contract/index';
import type { WriteRow, WriteState } from '#lib/outbox/rows';
import { type Input, itemsOf } from '../authorize.ts';

/** Operations that write. */
export type WriteId = {
  [Id in EndpointId]: Contract[Id]['kind'] extends 'write' ? Id : never;
}[EndpointId];

/** A write as its owner sees it; contains nothing of the encrypted body. */
export type WriteView = {
  id: string;
  /** The ID of its form. */
  key: string;
  operation: WriteId;
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
  if (isAgentOperation(id)) return agentSummary(input);
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

const summaryTextMax = 200;
const notSummarized = new Set(['idempotencyId', 'itemId', 'customerIssuerId', 'sha256', 'version']);

/** Items, kind of content, and the plain values of a step such as its reason; not the content and not the user. */
function agentSummary(input: Input): Record<string, string> {
  const { kind, caseCode } = (input.content ?? {}) as Input;
  const values = Object.entries({ kind, caseCode, ...input }).flatMap(([name, value]) =>
    (typeof value === 'string' || typeof value === 'number') && !notSummarized.has(name)
      ? [[name, maskInText(String(value)).slice(0, summaryTextMax)]]
      : [],
  );
  const items = itemsOf(input);
  return { ...(items === null ? {} : { items }), ...Object.fromEntries(values) };
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
