/** What verbs ask to be posted. */
import type { Entry, TxnFacts } from './entry.ts';
import type { ClassLine } from './limits.ts';
import type { Certificate, Form, Lot, Restriction } from './types.ts';

/** A certificate to be issued. */
export type NewCertificate = {
  classId: bigint;
  holderId: bigint;
  shares: bigint;
  form?: Form;
  prefix?: string;
  restriction: Restriction;
  legend?: string;
  acquiredOn: string;
  customerId?: bigint | null;
  lots?: readonly Lot[];
};

export type Posting = TxnFacts & {
  entry: Entry;
  cancel: readonly Certificate[];
  issue: readonly NewCertificate[];
  lines: readonly ClassLine[];
  /**
   * How stopped certificates may be canceled. 'release': this entry resolves their stops. 'move': a class-wide
   * action moves the stops to the new certificates.
   */
  stops?: 'release' | 'move';
  /** What a nominee is issued does not join its position. */
  keepsApart?: boolean;
};
