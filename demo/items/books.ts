// Finds certificates, accounts and classes in the demo's books for its items of the work queue.

import type { Tx } from '#registry/ledger/core/unit-of-work';

/** A certificate of the demo with its holder, as an item presents it. */
export type Presented = {
  id: number;
  label: string;
  /** A certificate on paper; else a position in book entry. */
  isPaper: boolean;
  shares: number;
  classId: number;
  restriction: string;
  holderId: number;
  /** The lines of the registration. */
  names: string[];
  accountType: string;
  taxId: string;
};

export type Wanted = {
  issuer: number;
  accountType?: string;
  form?: 'BookEntry' | 'Certificate';
  restriction?: string;
  /** A stop of this kind is active; without it, none is. */
  stop?: string;
  sharesMin?: number;
  sharesMax?: number;
};

/** The class, nominee and price that items of an issuer refer to: its oldest class. */
export type IssuerFacts = {
  issuerId: bigint;
  classId: number;
  cusip: string;
  price: string | null;
  nominee: number | null;
  treasury: number | null;
};

/** What the items need from the demo's books. A certificate is given out once. */
export type Books = {
  issuer(customerId: number): Promise<IssuerFacts>;
  certificate(wanted: Wanted): Promise<Presented>;
  /** Two certificates of one account that differ in their number only. */
  twoOfOneAccount(issuer: number): Promise<Presented[]>;
  /** A certificate that a transfer canceled, of the same account type. */
  canceled(issuer: number): Promise<Presented>;
  /** Another account of the issuer without holds, for the shares. */
  account(issuer: number, accountType?: string): Promise<number>;
  lostHolder(issuer: number): Promise<number>;
  /** Active stops of a certificate. */
  stopsOf(issuer: number, certificateId: number): Promise<number[]>;
  /** The latest transfer whose certificates a later transaction canceled. */
  transferWithLater(issuer: number): Promise<number>;
};

type Row = {
  id: bigint;
  label: string;
  form: string;
  shares: bigint;
  class_id: bigint;
  restriction: string;
  holder_id: bigint;
  names: string[];
  account_type: string;
  primary_tax_id: string;
};

const columns = `c.id, c.prefix || '-' || c.number as label, c.form, c.shares, c.class_id, c.restriction, c.holder_id,
  array_remove(array[h.name, h.name2, h.name3], '') as names, h.account_type, h.primary_tax_id`;

/** The order is shuffled by a digest, so that it is the same on every machine. */
const shuffled = `md5('items' || c.id::text)`;

const sound = `not h.is_nominee and h.bad_address_since is null and h.lost_since is null`;

export function openBooks(tx: Tx): Books {
  const used = new Set<number>();
  const facts = new Map<number, IssuerFacts>();
  let accounts = 0;

  const issuer = async (customerId: number): Promise<IssuerFacts> => {
    const known = facts.get(customerId);
    if (known) return known;
    const issuers = await tx.query<{ id: bigint }>('select id from issuer where customer_id = $1', [
      customerId,
    ]);
    const { id } = found(issuers.rows[0], `issuer ${customerId}`);
    const { rows } = await tx.query<{
      issuer_id: bigint;
      class_id: bigint;
      cusip: string;
      price: string | null;
      nominee: bigint | null;
      treasury: bigint | null;
    }>(
      `select k.issuer_id, k.id as class_id, k.cusip,
              (select amount::text from price p where p.issuer_id = $1 and p.class_id = k.id order by day desc limit 1) as price,
              (select a.holder_id from account a join holder h on h.id = a.holder_id
                where a.issuer_id = $1 and h.is_nominee order by 1 limit 1) as nominee,
              (select a.holder_id from account a where a.issuer_id = $1 and a.role = 'treasury' order by 1 limit 1) as treasury
         from security_class k where k.issuer_id = $1 order by k.id limit 1`,
      [id],
    );
    const row = found(rows[0], `class of issuer ${customerId}`);
    const number = (id: bigint | null) => (id === null ? null : Number(id));
    const read = {
      issuerId: row.issuer_id,
      classId: Number(row.class_id),
      cusip: row.cusip,
      price: row.price,
      nominee: number(row.nominee),
      treasury: number(row.treasury),
    };
    facts.set(customerId, read);
    return read;
  };

  const take = (row: Row | undefined, what: string): Presented => {
    const one = found(row, what);
    used.add(Number(one.id));
    return {
      id: Number(one.id),
      label: one.label,
      isPaper: one.form !== 'BookEntry',
      shares: Number(one.shares),
      classId: Number(one.class_id),
      restriction: one.restriction,
      holderId: Number(one.holder_id),
      names: one.names,
      accountType: one.account_type,
      taxId: one.primary_tax_id,
    };
  };
  const usedText = () => `{${[...used].join(',')}}`;

  return {
    issuer,
    async certificate(wanted) {
      const { issuerId, classId } = await issuer(wanted.issuer);
      const { rows } = await tx.query<Row>(
        `select ${columns} from certificate c join holder h on h.id = c.holder_id
          where c.issuer_id = $1 and c.class_id = $2 and c.canceled_on = '9999-12-31' and not c.is_treasury and ${sound}
            and c.id <> all($3::bigint[]) and h.account_type = $4 and ($5::text is null or c.form = $5)
            and c.restriction = $6 and c.shares between $7 and $8
            and coalesce($9, '') = coalesce((select string_agg(s.kind, ', ') from stop s where s.issuer_id = $1
                                    and s.certificate_id = c.id and s.released_on is null), '')
          order by ${shuffled} limit 1`,
        [
          issuerId,
          classId,
          usedText(),
          wanted.accountType ?? 'Individual',
          wanted.form ?? null,
          wanted.restriction ?? 'N',
          wanted.sharesMin ?? 60,
          wanted.sharesMax ?? 2_000,
          wanted.stop ?? null,
        ],
      );
      return take(rows[0], JSON.stringify(wanted));
    },
    async twoOfOneAccount(customerId) {
      const { issuerId, classId } = await issuer(customerId);
      const { rows } = await tx.query<Row>(
        `select ${columns} from certificate c join holder h on h.id = c.holder_id
          where c.issuer_id = $1 and c.class_id = $2 and c.canceled_on = '9999-12-31' and c.restriction = 'N' and ${sound}
            and c.form = 'BookEntry' and h.account_type = 'Individual' and c.id <> all($3::bigint[])
            and not exists (select 1 from stop s where s.issuer_id = $1 and s.certificate_id = c.id)
            and 2 = (select count(*) from certificate o where o.issuer_id = $1 and o.holder_id = c.holder_id
                        and o.class_id = c.class_id and o.canceled_on = '9999-12-31' and o.form = c.form
                        and o.restriction = 'N' and o.id <> all($3::bigint[]))
          order by md5('items' || c.holder_id::text), c.id limit 2`,
        [issuerId, classId, usedText()],
      );
      return [take(rows[0], 'two certificates'), take(rows[1], 'two certificates')];
    },
    async canceled(customerId) {
      const { issuerId, classId } = await issuer(customerId);
      const { rows } = await tx.query<Row>(
        `select ${columns} from certificate c join holder h on h.id = c.holder_id
           join txn t on t.issuer_id = c.issuer_id and t.id = c.canceled_txn
          where c.issuer_id = $1 and c.class_id = $2 and t.kind = 'T' and ${sound} and h.account_type = 'Individual'
            and c.shares between 60 and 5000 and c.restriction = 'N'
          order by c.canceled_on desc, c.id limit 1`,
        [issuerId, classId],
      );
      return take(rows[0], 'a canceled certificate');
    },
    async account(customerId, accountType = 'Individual') {
      const { issuerId } = await issuer(customerId);
      accounts += 1;
      const { rows } = await tx.query<{ holder_id: bigint }>(
        `select a.holder_id from account a join holder h on h.id = a.holder_id
          where a.issuer_id = $1 and a.role = 'holder' and ${sound} and h.account_type = $2
          order by md5('to' || a.holder_id::text) offset $3 limit 1`,
        [issuerId, accountType, accountType === 'Individual' ? accounts : 0],
      );
      return Number(found(rows[0], `an account of ${customerId}`).holder_id);
    },
    async lostHolder(customerId) {
      const { issuerId } = await issuer(customerId);
      const { rows } = await tx.query<{ holder_id: bigint }>(
        `select a.holder_id from account a join holder h on h.id = a.holder_id
          where a.issuer_id = $1 and h.lost_since is not null and h.account_type = 'Individual'
          order by h.lost_since desc, a.holder_id limit 1`,
        [issuerId],
      );
      return Number(found(rows[0], 'a lost holder').holder_id);
    },
    async stopsOf(customerId, certificateId) {
      const { issuerId } = await issuer(customerId);
      const { rows } = await tx.query<{ id: bigint }>(
        `select id from stop where issuer_id = $1 and certificate_id = $2 and released_on is null order by id`,
        [issuerId, certificateId],
      );
      return rows.map((row) => Number(row.id));
    },
    async transferWithLater(customerId) {
      const { issuerId } = await issuer(customerId);
      const { rows } = await tx.query<{ id: bigint }>(
        `select t.id from txn t
          where t.issuer_id = $1 and t.kind = 'T' and t.status = 'Completed' and t.sub_kind in ('Sale', 'Gift')
            and exists (select 1 from certificate c where c.issuer_id = $1 and c.issued_txn = t.id
                           and c.canceled_on < '9999-12-31')
          order by t.effective_on desc, t.id desc limit 1`,
        [issuerId],
      );
      return Number(found(rows[0], 'a transfer with a later one').id);
    },
  };
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The demo has no ${what}.`);
  return value;
}
