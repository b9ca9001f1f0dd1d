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

const sentenceByCode: Record<ErrorCode, string> = {
  unauthenticated: 'Sign in to continue.',
  csrf: 'This request did not come from the dashboard itself.',
  forbidden: 'You are not permitted to do this.',
  step_up_required: 'Enter your password again to continue.',
  new_issuer_unconfirmed: 'No such issuer exists. Confirm that a new one is to be created.',
  not_found: 'There is nothing here, or it is not yours to see.',
  expired: 'The file is no longer kept. Run the report again.',
  invalid: 'Some of the values are not usable.',
  too_large: 'The request is too large.',
  duplicate: 'This request was already recorded.',
  changed_meanwhile: 'Somebody changed this since the form was opened. Nothing was sent.',
  throttled: 'Too many attempts. Wait a little and try again.',
  rate_limited: 'Too many requests at once. Wait a little and try again.',
  upstream_rejected: 'The registry did not accept these values.',
  upstream_failed: 'The registry could not answer.',
  upstream_unreadable: 'The registry gave an answer that could not be read.',
  upstream_too_large:
    'The registry answers this whole or not at all, and it is more than a page can take in.',
  upstream_refused: 'The registry does not accept this dashboard at the moment.',
  upstream_link: 'The registry gave a report address that cannot be used.',
  upstream_unavailable: 'The registry cannot be reached. Try again shortly.',
  upstream_busy: 'The registry is busy. Try again shortly.',
  upstream_timeout: 'The registry took too long to answer.',
  outcome_unknown: 'The registry was asked but its answer was lost. What became of it is being looked up.',
  audit_unavailable: 'The audit trail cannot be written, so nothing was done.',
  not_ready: 'The dashboard is not ready yet.',
  failed: 'Something went wrong here.',
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
    super(details.message ?? sentenceByCode[code]);
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
export function sentenceFor(code: ErrorCode): string {
  return sentenceByCode[code];
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
