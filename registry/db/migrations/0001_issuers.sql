-- Portable PostgreSQL text (PostgreSQL 15+, Citus, CockroachDB, YugabyteDB): no sequences, triggers, enums,
-- arrays, ranges or partial indexes. Every key that belongs to an issuer is led by issuer_id, so that the
-- whole register of an issuer lives on one shard. Ids are made by the program (registry/db/ids.ts).
create table agent (
  id int primary key,
  name text not null,
  file_number text not null,
  address1 text not null,
  address2 text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  country2_code text not null,
  phone text not null,
  email text not null,
  web text not null,
  participant_number text not null,
  is_fictional boolean not null
);
create table counter (
  scope text primary key,
  next_id bigint not null
);
create table issuer (
  id bigint primary key,
  customer_id bigint not null unique,
  name text not null,
  kind text not null,
  status text not null check (status in ('Active', 'Pending', 'Inactive')),
  inactive_on date,
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  country2_code text not null default '',
  country text not null default '',
  email text not null default '',
  phone text not null default '',
  secondary_phone text not null default '',
  version bigint not null default 0
);
create table issuer_counter (
  issuer_id bigint not null,
  kind text not null,
  next_id bigint not null,
  primary key (issuer_id, kind)
);
create table security_class (
  issuer_id bigint not null references issuer (id),
  id bigint not null,
  code text not null check (code in ('C', 'P', 'W', 'U', 'B', 'D', 'M')),
  series text not null default '' check (series in ('', 'A', 'B', 'C')),
  name text not null,
  description text not null default '',
  cusip text not null default '',
  par_value numeric,
  is_unlimited boolean not null default false,
  is_dollar boolean not null default false,
  is_drs_eligible boolean not null default false,
  has_plan boolean not null default false,
  paper_prefix text not null,
  book_prefix text not null,
  votes_per_share int not null default 1,
  opened_on date not null,
  -- Record date of the last split or stock dividend: nothing may be posted before it (domain, section 7).
  action_on date,
  reverse_split_on date,
  primary key (issuer_id, id),
  unique (issuer_id, name)
);
-- Authorized at a date is the sum of the changes up to it; never above nothing without an authority.
create table authorized_change (
  issuer_id bigint not null,
  class_id bigint not null,
  id bigint not null,
  effective_on date not null,
  delta bigint not null,
  authority text not null,
  recorded_at timestamptz not null,
  primary key (issuer_id, class_id, id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
-- A reserve is authorized but unissued shares earmarked for one purpose; its size is the sum of its changes.
create table reserve (
  issuer_id bigint not null,
  id bigint not null,
  class_id bigint not null,
  name text not null,
  kind text not null check (kind in ('Plan', 'PurchasePlan', 'Warrants', 'Conversion', 'Other')),
  primary key (issuer_id, id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
create table reserve_change (
  issuer_id bigint not null,
  reserve_id bigint not null,
  id bigint not null,
  class_id bigint not null,
  effective_on date not null,
  delta bigint not null,
  authority text not null,
  txn_id bigint,
  recorded_at timestamptz not null,
  primary key (issuer_id, reserve_id, id),
  foreign key (issuer_id, reserve_id) references reserve (issuer_id, id)
);
create table price (
  issuer_id bigint not null,
  class_id bigint not null,
  day date not null,
  amount numeric not null,
  primary key (issuer_id, class_id, day),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
create table contact (
  issuer_id bigint not null references issuer (id),
  id bigint not null,
  name text not null,
  title text not null,
  role text not null,
  may_instruct_issuance boolean not null,
  may_receive_lists boolean not null,
  email text not null default '',
  phone text not null default '',
  mobile text not null default '',
  address text not null default '',
  status text not null check (status in ('Active', 'Inactive')),
  active_since date not null,
  inactive_since date,
  confirmed_on date,
  primary key (issuer_id, id)
);
