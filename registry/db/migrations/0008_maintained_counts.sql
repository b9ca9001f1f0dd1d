-- Counts that a read would otherwise make from every certificate (storage, section 5). The ledger's verbs keep them with
-- each posting (registry/ledger/holder-counts.ts); registry:check proves them against the certificates.
-- Accounts with outstanding, restricted and free shares of a class: changes per day, like the shares beside them.
alter table class_day add column holders_delta bigint not null default 0;
-- ;;
alter table class_day add column restricted_holders_delta bigint not null default 0;
-- ;;
alter table class_day add column free_holders_delta bigint not null default 0;
-- ;;
-- The same for the issuer: accounts with outstanding shares of any class, and (account, class) pairs. A day on which one
-- comes and another goes keeps its row, so the last row is the last day on which anything of this kind changed.
create table issuer_day (
  issuer_id bigint not null references issuer (id),
  day date not null,
  holders_delta bigint not null,
  positions_delta bigint not null,
  primary key (issuer_id, day)
);
-- ;;
-- Marks along an issuer's accounts in page order (sort_key, holder_id). Each counts the accounts from itself up to the
-- next mark, those of them with outstanding shares, and their (account, class) pairs, so that a page deep in the list is
-- found without walking there. span is about how many accounts lie between two marks: marks of 8192 are the chapters,
-- marks of 128 the paragraphs; every chapter begins with a paragraph. The first mark of each span is ('', 0).
create table page_mark (
  issuer_id bigint not null references issuer (id),
  span int not null,
  sort_key text not null,
  holder_id bigint not null,
  accounts bigint not null,
  holders bigint not null,
  positions bigint not null,
  primary key (issuer_id, span, sort_key, holder_id)
);
-- ;;
insert into class_day (issuer_id, class_id, day, outstanding_delta, treasury_delta, restricted_delta,
                       certificates_delta, holders_delta, restricted_holders_delta, free_holders_delta)
select issuer_id, class_id, day, 0, 0, 0, 0,
       sum((shares > 0)::int - (shares - moved > 0)::int),
       sum((restricted > 0)::int - (restricted - restricted_moved > 0)::int),
       sum((shares > restricted)::int - (shares - moved > restricted - restricted_moved)::int)
  from (select issuer_id, holder_id, class_id, day, moved, restricted_moved,
               sum(moved) over balance as shares, sum(restricted_moved) over balance as restricted
          from (select issuer_id, holder_id, class_id, day, sum(shares) as moved, sum(restricted) as restricted_moved
                  from (select issuer_id, holder_id, class_id, issued_on as day, shares,
                               case when restriction = 'N' then 0 else shares end as restricted
                          from certificate where not is_treasury
                         union all
                        select issuer_id, holder_id, class_id, canceled_on, -shares,
                               case when restriction = 'N' then 0 else -shares end
                          from certificate where not is_treasury and canceled_on < '9999-12-31') as moves
                 group by issuer_id, holder_id, class_id, day) as days
        window balance as (partition by issuer_id, holder_id, class_id order by day)) as balances
 group by issuer_id, class_id, day
on conflict (issuer_id, class_id, day) do update set
  holders_delta = excluded.holders_delta, restricted_holders_delta = excluded.restricted_holders_delta,
  free_holders_delta = excluded.free_holders_delta;
-- ;;
insert into issuer_day (issuer_id, day, holders_delta, positions_delta)
select issuer_id, day, sum(came), 0
  from (select issuer_id, day,
               (sum(moved) over balance > 0)::int - (sum(moved) over balance - moved > 0)::int as came
          from (select issuer_id, holder_id, day, sum(shares) as moved
                  from (select issuer_id, holder_id, issued_on as day, shares from certificate where not is_treasury
                         union all
                        select issuer_id, holder_id, canceled_on, -shares
                          from certificate where not is_treasury and canceled_on < '9999-12-31') as moves
                 group by issuer_id, holder_id, day) as days
        window balance as (partition by issuer_id, holder_id order by day)) as edges
 group by issuer_id, day;
-- ;;
insert into issuer_day (issuer_id, day, holders_delta, positions_delta)
select issuer_id, day, 0, sum(holders_delta) from class_day group by issuer_id, day
on conflict (issuer_id, day) do update set positions_delta = excluded.positions_delta;
-- ;;
insert into page_mark (issuer_id, span, sort_key, holder_id, accounts, holders, positions)
select issuer_id, span,
       case when place = 0 then '' else sort_key end, case when place = 0 then 0 else holder_id end,
       accounts, holders, positions
  from (select p.issuer_id, s.span, min(p.place) as place,
               max(case when p.place % s.span = 0 then p.sort_key end) as sort_key,
               max(case when p.place % s.span = 0 then p.holder_id end) as holder_id,
               count(*) as accounts, count(h.holder_id) as holders, coalesce(sum(h.positions), 0) as positions
          from (select issuer_id, sort_key, holder_id,
                       row_number() over (partition by issuer_id order by sort_key, holder_id) - 1 as place
                  from account) as p
         cross join (values (128), (8192)) as s (span)
          left join (select issuer_id, holder_id, count(distinct class_id) as positions from certificate
                      where canceled_on = '9999-12-31' and not is_treasury
                      group by issuer_id, holder_id) as h
            on h.issuer_id = p.issuer_id and h.holder_id = p.holder_id
         group by p.issuer_id, s.span, p.place / s.span) as marks;
