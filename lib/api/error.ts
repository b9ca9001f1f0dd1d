// Error codes of the dashboard with status and text, and the error class of server and browser.

/** Every error code of the dashboard, with its HTTP status. */
const statusByCode = {
  unauthenticated: 401,
  csrf: 403,
  forbidden: 403,
  step_up_required: 403,
  new_issuer_unconfirmed: 403,
  not_found: 404,
  expired: 404,
  invalid: 400,
  too_large: 413,
  duplicate: 409,
  changed_meanwhile: 409,
  upstream_conflict: 409,
  throttled: 429,
  rate_limited: 429,
  upstream_rejected: 400,
  upstream_failed: 502,
  upstream_unreadable: 502,
  upstream_too_large: 502,
  upstream_refused: 502,
  upstream_link: 502,
  upstream_unavailable: 503,
  upstream_busy: 503,
  upstream_timeout: 504,
  outcome_unknown: 502,
  audit_unavailable: 503,
  not_ready: 503,
  failed: 500,
} as const;

export type ErrorCode = keyof typeof statusByCode;

const textByCode: Record<ErrorCode, string> = {
  unauthenticated: 'Sign in to continue.',
  csrf: 'This request did not come from the dashboard.',
  forbidden: 'You are not permitted to do this.',
  step_up_required: 'Enter your password again to continue.',
  new_issuer_unconfirmed: 'No such issuer exists. Confirm that a new one is to be created.',
  not_found: 'Not found, or you do not have access.',
  expired: 'The file is no longer stored. Run the report again.',
  invalid: 'Some values are not valid.',
  too_large: 'The request is too large.',
  duplicate: 'This request was already recorded.',
  changed_meanwhile: 'The data changed after you opened the form. Nothing was sent.',
  upstream_conflict: 'The data has changed since you read it. Nothing was recorded.',
  throttled: 'Too many attempts. Wait a little and try again.',
  rate_limited: 'Too many requests at once. Wait a little and try again.',
  upstream_rejected: 'The registry did not accept these values.',
  upstream_failed: 'The registry reported an error. Try again.',
  upstream_unreadable: 'The registry sent a response that could not be read. Try again.',
  upstream_too_large: 'The registry sends this data only as a whole, and it is too large to display.',
  upstream_refused: 'The registry refused access to this dashboard. Contact your administrator.',
  upstream_link: 'The registry sent a report link that is not valid. Try again.',
  upstream_unavailable: 'The registry is unavailable. Try again shortly.',
  upstream_busy: 'The registry is busy. Try again shortly.',
  upstream_timeout: 'The registry did not respond in time. Try again.',
  outcome_unknown:
    'Status unknown. It may be recorded: do not enter it again. The dashboard is checking the register.',
  audit_unavailable: 'The audit trail is unavailable, so nothing was done. Try again shortly.',
  not_ready: 'The dashboard is not ready yet.',
  failed: 'Something went wrong. Try again.',
};

/** Field name → error texts, with the field name as the interface spells it. */
export type FieldErrors = Record<string, string[]>;

export type ErrorBody = {
  error: { code: ErrorCode; message: string; requestId: string; fields?: FieldErrors; write?: string };
};

type Details = {
  requestId?: string;
  message?: string;
  fields?: FieldErrors;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  retryAfter?: number;
  /** Members beside `error` in the body. Only the 409 of the interface has them. */
  beside?: Record<string, string>;
  /** ID of the write concerned; its outcome is at /api/writes/<id>. */
  write?: string;
  /** Overrides the status of the code: 504 after a deadline. */
  status?: 504;
};

/**
 * The dashboard's only error class: sent to the browser and thrown by its client. `isApiError` recognizes it by
 * name instead of instanceof: pages and routes are separate bundles with a copy of this file each, and they
 * share calls (shared reads, the token).
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;
  readonly beside: Record<string, string> | undefined;
  readonly write: string | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? textByCode[code]);
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status ?? statusByCode[code];
    this.requestId = details.requestId ?? '';
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.beside = details.beside;
    this.write = details.write;
  }
}

/** Whether a thrown value is an error of that class, from any copy of the class. */
export function isNamed(thrown: unknown, name: string): boolean {
  return thrown instanceof Error && thrown.name === name;
}

export const isApiError = (thrown: unknown): thrown is ApiError => isNamed(thrown, 'ApiError');

/** The text shown to users for a code. */
export function messageFor(code: ErrorCode): string {
  return textByCode[code];
}

/** The JSON body of an error response. */
export function errorBody(error: ApiError, requestId: string): ErrorBody & Record<string, unknown> {
  const { code, message, fields, beside, write } = error;
  return {
    ...beside,
    error: { code, message, requestId, ...(fields ? { fields } : {}), ...(write ? { write } : {}) },
  };
}

/**
 * Parses an error response. A body without our envelope becomes `upstream_unreadable` or, for 401,
 * `unauthenticated`.
 */
export function readError(status: number, body: unknown, requestId: string): ApiError {
  const given = (body as Partial<ErrorBody> | null)?.error;
  if (given && typeof given.code === 'string' && given.code in statusByCode) {
    const { code, message, fields, write } = given;
    return new ApiError(code, { message, fields, write, requestId: given.requestId || requestId });
  }
  return new ApiError(status === 401 ? 'unauthenticated' : 'upstream_unreadable', { requestId });
}
