/** Headers between the pages of the dashboard and its gateway: facts beside a request, which is sent as the interface has it. */
export const headerOf = {
  /** Why personal data is needed, URL-encoded. */
  reason: 'x-sharebook-reason',
  /** '1': the user confirmed a write for an issuer that has no accounts yet. */
  newIssuer: 'x-sharebook-new-issuer',
  /** Sides of a holder (primary, secondary) whose tax ID stays as it is. */
  keep: 'x-sharebook-keep',
  /** Digest of the record that the user saw. */
  seen: 'x-sharebook-seen',
  /** The issuer of the page: a report of an object names no issuer itself. */
  issuer: 'x-sharebook-issuer',
  /** Of a response: the ID of the run that a report request started. */
  run: 'x-sharebook-run',
} as const;
