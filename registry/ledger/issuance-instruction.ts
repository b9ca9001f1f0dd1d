import type { Form, Restriction } from './certificates.ts';
import type { Asked } from './change-holder.ts';
import type { ClassWanted } from './class-choice.ts';
import type { Entry } from './entry.ts';
import type { HolderTies } from './known-holders.ts';
import type { HolderInput } from './registration-input.ts';
import type { Lot } from './tax-lots.ts';

export type CertificateWanted = {
  /** Place of its holder in `holders`. */
  holder: number;
  shares: bigint;
  restriction: Restriction;
  lots: readonly Lot[];
};

/** An issuance as an API client instructs it. */
export type IssuanceInstruction = {
  customerIssuerId: bigint;
  /** Whether an unknown issuer id is a new issuer for this caller. */
  mayOpenIssuer: boolean;
  wanted: ClassWanted;
  form: Form;
  holders: readonly HolderInput[];
  certificates: readonly CertificateWanted[];
  entry: Entry & { authority: string };
  /** True where it waits for the agent or for its day, which is not before this one. */
  staysPending: boolean;
  notBefore: string;
};

/** An instruction with who gives it. `mayUse` throws when that one must not know a holder found; 'any' asks nothing. */
export type Given = {
  instruction: IssuanceInstruction;
  asked: Asked;
  mayUse: ((ties: HolderTies) => void) | 'any';
};
