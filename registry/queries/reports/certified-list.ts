// Digest, class counts and exceptions of a certified list of holders.

import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';

/** Counts of one class in a list of holders at a day. */
export type ListedClass = { accounts: bigint; certificates: bigint; outstanding: bigint; restricted: bigint };

export type ListContent = {
  rows: number;
  /** SHA-256 of the list's content, in hexadecimal (see `contentLine`). */
  digest: string;
  classes: ReadonlyMap<bigint, ListedClass>;
};

type ContentRow = {
  class_id: bigint;
  cusip: string;
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  outstanding: bigint;
  restricted: bigint;
  certificates: bigint;
};

const escaped = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\\|]/g, '\\$&')
    .replace(/[\r\n]+/g, ' ');

/** 'class|CUSIP|account|name|name 2|name 3|restricted|unrestricted|total': a line of the content that is digested. */
export function contentLine(row: Omit<ContentRow, 'certificates'>): string {
  const { class_id, cusip, customer_id, name, name2, name3, outstanding, restricted } = row;
  const texts = [cusip, customer_id, name, name2, name3].map(escaped);
  return `${[class_id, ...texts, restricted, outstanding - restricted, outstanding].join('|')}\n`;
}

/**
 * Counts and the digest of every account with shares outstanding at the close of a day, by class and account in the order
 * of their code points. `client` must be inside the snapshot from which the list itself is read.
 */
export async function listContent(
  client: PoolClient,
  issuerId: bigint,
  cutoff: CalendarDate,
  /** Only these classes; every class when left out. */
  classIds: readonly bigint[] | null = null,
): Promise<ListContent> {
  const hash = createHash('sha256');
  const classes = new Map<bigint, ListedClass>();
  let rows = 0;
  const source = streamRows<ContentRow>(
    client,
    `select c.class_id, k.cusip, h.customer_id, h.name, h.name2, h.name3,
            sum(c.shares)::bigint as outstanding,
            coalesce(sum(c.shares) filter (where c.restriction <> 'N'), 0)::bigint as restricted,
            count(*) as certificates
       from certificate c
       join security_class k on k.issuer_id = $1 and k.id = c.class_id
       join holder h on h.id = c.holder_id
      where c.issuer_id = $1 and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury
        and ($3::bigint[] is null or c.class_id = any ($3))
      group by c.class_id, k.cusip, h.id
      order by c.class_id, h.customer_id collate "C"`,
    [issuerId, cutoff, classIds],
  );
  for await (const row of source) {
    rows += 1;
    hash.update(contentLine(row), 'utf8');
    const sums = classes.get(row.class_id) ?? {
      accounts: 0n,
      certificates: 0n,
      outstanding: 0n,
      restricted: 0n,
    };
    classes.set(row.class_id, {
      accounts: sums.accounts + 1n,
      certificates: sums.certificates + row.certificates,
      outstanding: sums.outstanding + row.outstanding,
      restricted: sums.restricted + row.restricted,
    });
  }
  return { rows, digest: hash.digest('hex'), classes };
}

export type Exceptions = {
  /** Received by the day and not completed now. */
  pending: bigint;
  /** Completed after the day and effective on it or before. */
  late: bigint;
  /** Stops on certificates outstanding on the day. */
  stops: bigint;
};

/** What the reader of a list has to know besides record differences. */
export async function listExceptions(
  client: PoolClient,
  issuerId: bigint,
  cutoff: CalendarDate,
): Promise<Exceptions> {
  const { rows } = await client.query<Exceptions>(
    `select (select count(*) from txn where issuer_id = $1 and status = 'Pending' and received_on <= $2) as pending,
            (select count(*) from txn where issuer_id = $1 and status = 'Completed' and effective_on <= $2
                and completed_on > $2) as late,
            (select count(*) from stop s join certificate c on c.issuer_id = $1 and c.id = s.certificate_id
              where s.issuer_id = $1 and s.placed_on <= $2 and (s.released_on is null or s.released_on > $2)
                and c.canceled_on > $2) as stops`,
    [issuerId, cutoff],
  );
  return rows[0] ?? { pending: 0n, late: 0n, stops: 0n };
}
