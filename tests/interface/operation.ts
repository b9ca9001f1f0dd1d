// Type of an operation and its access rules, as tests expect them by hand.

/** Whether it is an agent operation, which a registry may not have. */
export const isOfAgent = ({ path }: Operation) => path.startsWith('/agent/');

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
  /**
   * What is answered: data, the address of a report, or the bytes of a file. Writes: `write` only after a recent
   * sign-in, `entry` without one, `upload` with a file as its body and the fields in the query.
   */
  responses: 'data' | 'file' | 'bytes' | 'write' | 'entry' | 'upload';
  /** Files other than documents: a part of one is sent, or a workbook is answered. */
  files?: 'part' | 'sheet';
};
