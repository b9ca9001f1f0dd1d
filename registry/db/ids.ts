/**
 * How ids are made. The database has no sequences (docs/scaling: a sequence is a bottleneck and does not shard).
 * An id that belongs to an issuer carries it: id = issuer × SPAN + n, so a call that names only a transaction,
 * certificate, proxy or dividend still finds its shard. All ids stay below 2^53 and travel as JSON integers.
 */
export const SPAN = 100_000_000n;

/** Kinds that are counted per issuer (table issuer_counter). */
export type IssuerScoped =
  | 'class'
  | 'txn'
  | 'certificate'
  | 'reserve'
  | 'entry'
  | 'stop'
  | 'rejection'
  | 'difference'
  | 'dividend'
  | 'proxy'
  | 'contact'
  | 'escheat'
  | 'invoice';

/** The id of the n-th object (from 1) of an issuer. */
export function issuerScopedId(issuerId: bigint, n: bigint): bigint {
  return issuerId * SPAN + n;
}

/** The issuer that an issuer-scoped id belongs to. */
export function issuerOf(id: bigint): bigint {
  return id / SPAN;
}
