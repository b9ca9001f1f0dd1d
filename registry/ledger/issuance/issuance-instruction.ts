// Types of an issuance as an API client instructs it.

import type { RequestedClass } from '../core/class-choice.ts';
import type { Entry } from '../core/entry.ts';
import type { HolderTies } from '../core/known-holders.ts';
import type { Form, Lot, Restriction } from '../core/types.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';
import type { RequestOrigin } from '../holders/change-holder.ts';
import type { HolderInput } from '../holders/registration-input.ts';

export type RequestedCertificate = {
  /** Index of its holder in `holders`. */
  holder: number;
  shares: bigint;
  restriction: Restriction;
  legend?: string | undefined;
  lots: readonly Lot[];
};

/** An issuance as an API client instructs it. */
export type IssuanceInstruction = {
  customerIssuerId: bigint;
  /** Whether this caller may create a new issuer by naming an unknown issuer id. */
  mayOpenIssuer: boolean;
  requested: RequestedClass;
  form: Form;
  holders: readonly HolderInput[];
  certificates: readonly RequestedCertificate[];
  entry: Entry & { authority: string };
  /** True when it must wait for the agent or for its day, which is not in the past. */
  staysPending: boolean;
  notBefore: string;
};

/**
 * An instruction with its caller. `mayUse` throws when the caller must not use a holder found; 'any' checks
 * nothing.
 */
export type Given = {
  instruction: IssuanceInstruction;
  requested: RequestOrigin;
  mayUse: ((ties: HolderTies) => void) | 'any';
  /**
   * Called with an instruction that stays Pending, before the book is written; what it returns is called afterwards.
   * Undefined: nothing else records it.
   */
  recordPending: ((book: UnitOfWork, txnId: bigint) => () => Promise<void>) | undefined;
};
