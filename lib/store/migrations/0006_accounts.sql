-- Somebody invited has no password yet; somebody who signs in at an OpenID provider never has one.
alter table person alter column password_hash drop not null;
alter table person add column password_set_at timestamptz;
alter table person add column oidc_issuer text;
alter table person add column oidc_subject text;
alter table person add constraint person_oidc unique (oidc_issuer, oidc_subject);
alter table person add constraint person_oidc_whole check ((oidc_issuer is null) = (oidc_subject is null));
update person set password_set_at = created_at;

-- One open link per person; only the digest is kept, the link itself is shown once.
create table invitation (
  person uuid primary key references person on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  made_by uuid references person on delete set null,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- RFC 6238. The secret is encrypted under a key made of NEXTAUTH_SECRET; a step used once is never taken again.
create table second_factor (
  person uuid primary key references person on delete cascade,
  secret bytea not null,
  made_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  -- Recovery codes until their owner has said that they are kept; encrypted as the secret is.
  fresh_codes bytea
);

-- 120 random bits each, so a plain digest is enough (ASVS 6.5.2).
create table recovery_code (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  person uuid not null references person on delete cascade,
  used_at timestamptz
);
create index on recovery_code (person);

-- When the second factor was shown in this session, and by which way it began.
alter table session add column second_at timestamptz;
alter table session add column by_provider boolean not null default false;

-- Rows nobody has touched for long are swept, those of addresses without an account as well.
alter table sign_in_throttle add column last_at timestamptz not null default now();
create index on sign_in_throttle (last_at);
