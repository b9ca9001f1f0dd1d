// Changes of shares between two days, by class, transaction and account.

import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import type { Db } from '#registry/db/session';

/** From the close of one day to the close of another, of one issuer, by effective date. */
export type RollPeriod = {
  issuerId: bigint;
  opening: CalendarDate;
  closing: CalendarDate;
};

/** Completed transactions of the period, and the net of each per account and class. */
const nets = `
  txns as (
    select t.id, t.kind from txn t
     where t.issuer_id = $1 and t.status = 'Completed' and t.effective_on > $2 and t.effective_on <= $3),
  line as (
    select t.id as txn_id, t.kind, c.class_id, c.holder_id, c.is_treasury, c.restriction, c.shares as delta
      from txns t join certificate c on c.issuer_id = $1 and c.issued_txn = t.id
    union all
    select t.id, t.kind, c.class_id, c.holder_id, c.is_treasury, c.restriction, -c.shares
      from txns t join certificate c on c.issuer_id = $1 and c.canceled_txn = t.id),
  net as (
    select txn_id, kind, class_id, holder_id, is_treasury, sum(delta)::bigint as shares,
           coalesce(sum(delta) filter (where restriction <> 'N'), 0)::bigint as restricted
      from line group by txn_id, kind, class_id, holder_id, is_treasury)`;

const values = ({ issuerId, opening, closing }: RollPeriod) => [issuerId, opening, closing];

/** What a transaction does to a class: its holders together, those who lost shares, the treasury, restricted shares. */
export type EffectRow = {
  class_id: bigint;
  kind: string;
  held: bigint;
  lost: bigint;
  treasury: bigint;
  restricted: bigint;
};

/** One row for each transaction and class. `client` must be inside a snapshot. */
export function classEffects(client: PoolClient, period: RollPeriod): AsyncGenerator<EffectRow> {
  return streamRows<EffectRow>(
    client,
    `with ${nets}
     select class_id, kind,
            coalesce(sum(shares) filter (where not is_treasury), 0)::bigint as held,
            coalesce(sum(shares) filter (where not is_treasury and shares < 0), 0)::bigint as lost,
            coalesce(sum(shares) filter (where is_treasury), 0)::bigint as treasury,
            coalesce(sum(restricted) filter (where not is_treasury), 0)::bigint as restricted
       from net group by txn_id, kind, class_id`,
    values(period),
  );
}

export type RolledHolder = {
  holder_id: bigint;
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  class_id: bigint;
  opening: bigint;
  closing: bigint;
  /** Restricted shares at the opening and at the end. */
  restricted_first: bigint;
  restricted: bigint;
  /** What transactions posted after the day of the opening, and effective by then, added to the opening. */
  restated: bigint;
  /** Cash in lieu of fractions in the period, exact decimal text. */
  cash: string;
  /** Null where the account moved nothing. */
  kind: string | null;
  /** Nets above and below zero of the transactions of this type. */
  gained: bigint;
  lost: bigint;
};

/**
 * Every account that held shares at either close, moved any between, or whose opening was restated, by sort name and
 * class: one row for each type of transaction. `client` must be inside a snapshot.
 */
export function rolledHolders(
  client: PoolClient,
  period: RollPeriod,
  timeZone: string,
): AsyncGenerator<RolledHolder> {
  return streamRows<RolledHolder>(
    client,
    `with ${nets},
     moved as (
       select holder_id, class_id, kind,
              coalesce(sum(shares) filter (where shares > 0), 0)::bigint as gained,
              coalesce(sum(shares) filter (where shares < 0), 0)::bigint as lost
         from net where not is_treasury group by holder_id, class_id, kind),
     held as (
       select holder_id, class_id,
              coalesce(sum(shares) filter (where issued_on <= $2 and canceled_on > $2), 0)::bigint as opening,
              coalesce(sum(shares) filter (where issued_on <= $3 and canceled_on > $3), 0)::bigint as closing,
              coalesce(sum(shares) filter (where issued_on <= $2 and canceled_on > $2 and restriction <> 'N'), 0)::bigint
                as restricted_first,
              coalesce(sum(shares) filter (where issued_on <= $3 and canceled_on > $3 and restriction <> 'N'), 0)::bigint as restricted
         from certificate
        where issuer_id = $1 and not is_treasury and issued_on <= $3 and canceled_on > $2
        group by holder_id, class_id),
     cash as (
       select f.holder_id, f.class_id, sum(f.amount) as amount
         from txns t join cash_in_lieu f on f.issuer_id = $1 and f.txn_id = t.id
        group by f.holder_id, f.class_id),
     later as (
       select id from txn where issuer_id = $1 and status = 'Completed' and effective_on <= $2
          and (processed_at at time zone $4::text)::date > $2),
     late as (
       select holder_id, class_id, sum(delta)::bigint as restated
         from (select c.holder_id, c.class_id, c.shares as delta
                 from later t join certificate c on c.issuer_id = $1 and c.issued_txn = t.id and not c.is_treasury
               union all
               select c.holder_id, c.class_id, -c.shares
                 from later t join certificate c on c.issuer_id = $1 and c.canceled_txn = t.id and not c.is_treasury) as line
        group by holder_id, class_id),
     rolled as (
       select holder_id, class_id, coalesce(opening, 0) as opening, coalesce(closing, 0) as closing,
              coalesce(restricted_first, 0) as restricted_first, coalesce(restricted, 0) as restricted,
              coalesce(restated, 0) as restated, kind, coalesce(gained, 0) as gained, coalesce(lost, 0) as lost
         from held full join moved using (holder_id, class_id) full join late using (holder_id, class_id))
     select r.holder_id, h.customer_id, h.name, h.name2, h.name3, r.class_id, r.opening, r.closing, r.restricted_first,
            r.restricted, r.restated,
            coalesce(cash.amount, 0)::text as cash, r.kind, r.gained, r.lost
       from rolled r
       join account a on a.issuer_id = $1 and a.holder_id = r.holder_id
       join holder h on h.id = r.holder_id
       left join cash on cash.holder_id = r.holder_id and cash.class_id = r.class_id
      where r.kind is not null or r.opening <> 0 or r.closing <> 0 or r.restated <> 0
      order by a.sort_key, a.holder_id, r.class_id, r.kind`,
    [...values(period), timeZone],
  );
}

export type RolledMovement = {
  txn_id: bigint;
  customer_id: bigint | null;
  /** The number of the transaction that it reverses, and of the one that reversed it. */
  reverses: bigint | null;
  reversed_by: bigint | null;
  kind: string;
  sub_kind: string;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  effective_on: CalendarDate;
  /** The calendar day of posting in the registry's zone. */
  processed_on: CalendarDate;
  class_id: bigint;
  holder_id: bigint;
  account: string;
  name: string;
  name2: string;
  name3: string;
  is_treasury: boolean;
  shares: bigint;
  restricted: bigint;
  /** Accounts of a transfer in this class: how many, and the first of them with their names. */
  parties: number;
  named: { id: string; name: string }[] | null;
};

/** Accounts and classes of the period, and those whose shares at the end are not what opening and movements give. */
export type HolderResiduals = { positions: bigint; differing: bigint; shares: bigint };

export async function holderResiduals(db: Db, period: RollPeriod): Promise<HolderResiduals> {
  const { rows } = await db.query<HolderResiduals>(
    `with ${nets},
     part as (
       select holder_id, class_id, shares as computed, 0::bigint as closing from net where not is_treasury
       union all
       select holder_id, class_id, case when issued_on <= $2 then shares else 0 end,
              case when issued_on <= $3 and canceled_on > $3 then shares else 0 end
         from certificate
        where issuer_id = $1 and not is_treasury and issued_on <= $3 and canceled_on > $2),
     one as (select holder_id, class_id, sum(closing) - sum(computed) as residual from part group by holder_id, class_id)
     select count(*) as positions, count(*) filter (where residual <> 0) as differing,
            coalesce(sum(abs(residual)), 0)::bigint as shares from one`,
    values(period),
  );
  return rows[0] ?? { positions: 0n, differing: 0n, shares: 0n };
}

/** Accounts of one transfer that are named in each of its movements, the account itself included. */
export const namedMax = 11;

/**
 * The net of every transaction per account and class, treasury included, by effective date, time of posting and number.
 * `client` must be inside a snapshot.
 */
export function rolledMovements(
  client: PoolClient,
  period: RollPeriod,
  timeZone: string,
): AsyncGenerator<RolledMovement> {
  return streamRows<RolledMovement>(
    client,
    `with ${nets},
     ranked as (
       select net.txn_id, net.class_id, net.holder_id,
              concat_ws(' ', h.name, nullif(h.name2, ''), nullif(h.name3, '')) as name,
              row_number() over (partition by net.txn_id, net.class_id order by net.holder_id) as place,
              count(*) over (partition by net.txn_id, net.class_id) as parties
         from net join holder h on h.id = net.holder_id where net.kind = 'T'),
     party as (
       select txn_id, class_id, max(parties)::int as parties,
              json_agg(json_build_object('id', holder_id::text, 'name', name) order by place) as named
         from ranked where place <= $5 group by txn_id, class_id),
     reversal as (
       select reverses_txn, max(coalesce(customer_id, id)) as number from txn
        where issuer_id = $1 and reverses_txn is not null and status = 'Completed' group by reverses_txn)
     select n.txn_id, t.customer_id, (select coalesce(o.customer_id, o.id) from txn o where o.issuer_id = $1
                                        and o.id = t.reverses_txn) as reverses,
            reversal.number as reversed_by, t.kind, t.sub_kind, t.ratio_numerator, t.ratio_denominator, t.effective_on,
            (t.processed_at at time zone $4::text)::date as processed_on, n.class_id, n.holder_id,
            h.customer_id as account, h.name, h.name2, h.name3, n.is_treasury, n.shares, n.restricted,
            coalesce(party.parties, 0) as parties, party.named
       from net n
       join txn t on t.issuer_id = $1 and t.id = n.txn_id
       left join reversal on reversal.reverses_txn = t.id
       join account a on a.issuer_id = $1 and a.holder_id = n.holder_id
       join holder h on h.id = n.holder_id
       left join party on party.txn_id = n.txn_id and party.class_id = n.class_id
      order by t.effective_on, t.processed_at, coalesce(t.customer_id, t.id), t.id, n.class_id, a.sort_key, a.holder_id`,
    [...values(period), timeZone, namedMax],
  );
}

/** What entries of the control book added to and took from reserves and authorized shares, by class and kind of entry. */
export type ControlMoves = {
  class_id: bigint;
  kind: string;
  reserved_up: bigint;
  reserved_down: bigint;
  authorized_up: bigint;
  authorized_down: bigint;
};

export async function controlMoves(db: Db, period: RollPeriod): Promise<ControlMoves[]> {
  const { rows } = await db.query<ControlMoves>(
    `select class_id, kind, sum(greatest(reserved_delta, 0))::bigint as reserved_up,
            sum(least(reserved_delta, 0))::bigint as reserved_down,
            sum(greatest(authorized_delta, 0))::bigint as authorized_up,
            sum(least(authorized_delta, 0))::bigint as authorized_down
       from control_entry where issuer_id = $1 and effective_on > $2 and effective_on <= $3
      group by class_id, kind order by class_id, kind`,
    values(period),
  );
  return rows;
}

/** An entry of the control book that moved reserved or authorized shares of its class, signed. */
export type ControlMovement = {
  /** Null where the entry belongs to no transaction. */
  txn_id: bigint | null;
  customer_id: bigint | null;
  /** The letter of the transaction, or 'Reserve', 'Authorized'. */
  kind: string;
  sub_kind: string | null;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  effective_on: CalendarDate;
  /** The calendar day of recording in the registry's zone. */
  processed_on: CalendarDate;
  class_id: bigint;
  reserved: bigint;
  authorized: bigint;
  authority: string;
};

/** The entries behind `controlMoves` one by one, by effective date. `client` must be inside a snapshot. */
export function controlMovements(
  client: PoolClient,
  period: RollPeriod,
  timeZone: string,
): AsyncGenerator<ControlMovement> {
  return streamRows<ControlMovement>(
    client,
    `select e.txn_id, t.customer_id, e.kind, t.sub_kind, t.ratio_numerator, t.ratio_denominator, e.effective_on,
            (e.recorded_at at time zone $4::text)::date as processed_on, e.class_id, e.reserved_delta as reserved,
            e.authorized_delta as authorized, e.authority
       from control_entry e
       left join txn t on t.issuer_id = $1 and t.id = e.txn_id
      where e.issuer_id = $1 and e.effective_on > $2 and e.effective_on <= $3
        and (e.reserved_delta <> 0 or e.authorized_delta <> 0)
      order by e.effective_on, e.id`,
    [...values(period), timeZone],
  );
}
