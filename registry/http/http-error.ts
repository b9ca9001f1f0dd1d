/** An error with the status to send to the client. Any other error thrown is a bug and gives 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: Record<string, string[]> | undefined;
  readonly headers: Record<string, string>;
  /** The whole body, where the API defines one (409). */
  readonly body: Record<string, string> | undefined;

  constructor(
    status: number,
    message: string,
    extra: {
      errors?: Record<string, string[]>;
      headers?: Record<string, string>;
      body?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = extra.errors;
    this.headers = extra.headers ?? {};
    this.body = extra.body;
  }
}

/** 400 that names one field. */
export function badField(field: string, text: string): HttpError {
  return new HttpError(400, 'The request is not valid.', { errors: { [field]: [text] } });
}

/** 403: an issuer outside the client's grant, existing or not. */
export function noAccess(): HttpError {
  return new HttpError(403, 'This client has no access to the issuer.');
}

/** 404: absent, or hidden from this client as if absent. */
export function notFound(what: string): HttpError {
  return new HttpError(404, `${what} was not found.`);
}
