-- WebAuthn credentials: the public half only. A person may have several.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  person uuid not null references person on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- Signatures made so far, as the authenticator counts them; many count none and stay at 0.
  counter bigint not null,
  transports text[] not null,
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up boolean not null,
  name text not null check (name <> ''),
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index on passkey (person);

-- The one open challenge of a session, what it was made for, and until when it counts; taken once.
alter table session add column challenge bytea;
alter table session add column challenge_for text check (challenge_for in ('add', 'prove'));
alter table session add column challenge_until timestamptz;

-- Recovery codes belong to either kind of second factor. These are the ones whose owner has not yet said that they are
-- kept, encrypted as before.
create table fresh_codes (
  person uuid primary key references person on delete cascade,
  codes bytea not null,
  made_at timestamptz not null default now()
);
insert into fresh_codes (person, codes, made_at)
  select person, fresh_codes, made_at from second_factor where fresh_codes is not null;
alter table second_factor drop column fresh_codes;
