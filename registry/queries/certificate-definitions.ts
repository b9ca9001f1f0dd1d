import type { Db } from '../db/session.ts';

/** A kind of certificate of a class: prefix, form and the next number. */
export type CertificateDefinition = {
  class_id: bigint;
  prefix: string;
  form: 'BookEntry' | 'Certificate';
  holder: 'any' | 'nominee' | 'treasury';
  par_value: string | null;
  next_number: bigint;
};

type DefinitionRow = {
  id: bigint;
  paper_prefix: string;
  book_prefix: string;
  par_value: string | null;
};

/** Prefixes the ledger uses for book entries of the depository's nominee and of treasury. */
const reserved = [
  ['FB', 'nominee'],
  ['TR', 'treasury'],
] as const;

/**
 * The definitions of an issuer: paper and book entry of every class, and book entries of nominee and treasury
 * where they have been used. Numbers are counted per class and prefix and never reused.
 */
export async function certificateDefinitions(db: Db, issuerId: bigint): Promise<CertificateDefinition[]> {
  const classes = await db.query<DefinitionRow>(
    'select id, paper_prefix, book_prefix, par_value from security_class where issuer_id = $1 order by id',
    [issuerId],
  );
  const counters = await db.query<{ kind: string; next_id: bigint }>(
    `select kind, next_id from issuer_counter where issuer_id = $1 and kind like 'number %'`,
    [issuerId],
  );
  const next = new Map(counters.rows.map((row) => [row.kind, row.next_id]));
  return classes.rows.flatMap((row) => {
    const definition = (
      prefix: string,
      form: CertificateDefinition['form'],
      holder: CertificateDefinition['holder'],
    ): CertificateDefinition => ({
      class_id: row.id,
      prefix,
      form,
      holder,
      par_value: row.par_value,
      next_number: next.get(`number ${row.id} ${prefix}`) ?? 1n,
    });
    return [
      definition(row.paper_prefix, 'Certificate', 'any'),
      definition(row.book_prefix, 'BookEntry', 'any'),
      ...reserved
        .filter(([prefix]) => next.has(`number ${row.id} ${prefix}`))
        .map(([prefix, holder]) => definition(prefix, 'BookEntry', holder)),
    ];
  });
}
