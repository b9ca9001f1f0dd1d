-- A holder is one registration (exact wording, tax id, address) kept by the agent; CreateOrUpdate and Details name no
-- issuer, so it belongs to none. account ties it to an issuer and repeats the sort keys, so that one issuer's
-- pages read one index.
create table holder (
  id bigint primary key,
  customer_id text not null unique,
  name text not null,
  name2 text not null default '',
  name3 text not null default '',
  sort_name text not null,
  account_type text not null,
  primary_tax_id text not null default '',
  primary_tax_id_type text not null default '',
  primary_payee_name text not null default '',
  secondary_tax_id text not null default '',
  secondary_tax_id_type text not null default '',
  secondary_payee_name text not null default '',
  tax_certified boolean not null default false,
  access_code text not null,
  bad_address_since date,
  bad_address_reason text not null default '',
  lost_since date,
  is_nominee boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table holder_address (
  holder_id bigint not null references holder (id),
  kind text not null check (kind in ('primary', 'mailing')),
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
  primary key (holder_id, kind)
);
create table holder_change (
  holder_id bigint not null references holder (id),
  id bigint not null,
  changed_at timestamptz not null,
  by_email text not null,
  by_first_name text not null,
  by_last_name text not null,
  before_text text not null,
  after_text text not null,
  primary key (holder_id, id)
);
create table account (
  issuer_id bigint not null references issuer (id),
  holder_id bigint not null references holder (id),
  role text not null default 'holder' check (role in ('holder', 'treasury')),
  sort_key text not null,
  name_key text not null,
  opened_on date not null,
  pays_by text not null default 'Check' check (pays_by in ('Check', 'ACH', 'Wire')),
  primary key (issuer_id, holder_id)
);
create unique index account_sort on account (issuer_id, sort_key, holder_id);
create unique index account_name on account (issuer_id, name_key, holder_id);
create index account_holder on account (holder_id, issuer_id);
create table plan_member (
  issuer_id bigint not null,
  class_id bigint not null,
  holder_id bigint not null,
  joined_on date not null,
  left_on date,
  cash_balance numeric not null default 0,
  primary key (issuer_id, class_id, holder_id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
create table lost_search (
  id bigint primary key,
  searched_on date not null,
  service text not null,
  submitted int not null,
  found int not null
);
create table escheat (
  issuer_id bigint not null,
  id bigint not null,
  holder_id bigint not null,
  state text not null,
  remitted_on date not null,
  property_code text not null,
  txn_id bigint,
  primary key (issuer_id, id)
);
