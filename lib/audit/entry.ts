// Type of an entry of the audit trail.

/** Outcome of an audited action: an error code of the dashboard, or one of these. */
export type Outcome = 'ok' | 'refused' | 'failed';
export type Values = Readonly<Record<string, string | number | boolean | null>>;

/**
 * One audit entry: who, what, on which object, with what result. Never tax IDs, passwords, tokens or file
 * links.
 */
export type AuditEntry = {
  requestId: string;
  actor: string | null;
  action: string;
  outcome: Outcome;
  endpoint?: string | null;
  issuer?: number | null;
  object?: string | null;
  address?: string | null;
  detail?: Record<string, string | number | boolean | null>;
  /**
   * Calendar date on which the action takes effect in the register, or the requested as-of date; yyyy-mm-dd.
   */
  effectiveDate?: string | null;
  /** Values that the action changes, by field name: old and new. */
  before?: Values | null;
  after?: Values | null;
};
