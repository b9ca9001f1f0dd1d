/** An operation and who may call it, as expected by hand. */
export type Operation = {
  method: 'GET' | 'POST';
  path: string;
  /** Roles that may call it. */
  who: string;
  /** Where the issuer is named: in a request field, an object, the rows of the response, or nowhere. */
  tenant:
    | { by: 'issuer'; field: string; nullMeansAll: boolean }
    | { by: 'object'; field: string; kind: 'holder' | 'transaction' | 'proxy' | 'dividend' }
    | { by: 'rows' }
    | { by: 'none' };
  /** The other fields of a valid request. */
  rest: Record<string, unknown>;
  responses: 'data' | 'file' | 'write';
};
