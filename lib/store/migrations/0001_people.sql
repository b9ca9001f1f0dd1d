-- Accounts of the dashboard. E-mail addresses are compared in lower case and stored as typed.
create table person (
  id uuid primary key default gen_random_uuid(),
  email_key text not null unique check (email_key = lower(email_key)),
  email text not null,
  name text not null check (name <> ''),
  role text not null check (role in ('ta-admin', 'ta-operator', 'issuer-officer', 'issuer-viewer', 'downloader')),
  password_hash text not null check (password_hash like '$argon2id$%'),
  is_demo boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);

-- Read at every request: taking a grant away works at once (assurance §2.3).
create table person_issuer (
  person uuid not null references person on delete cascade,
  issuer bigint not null check (issuer > 0),
  expires_at timestamptz,
  granted_at timestamptz not null default now(),
  primary key (person, issuer)
);

-- The cookie carries a random id; only its SHA-256 is kept, so a copy of this table opens no session.
create table session (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  person uuid not null references person on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  authenticated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text,
  user_agent text
);
create index on session (person);
create index on session (expires_at);

-- Browsers a person has signed in from: they stay open when somebody else's guesses throttle the account.
create table device (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  person uuid not null references person on delete cascade,
  used_at timestamptz not null default now()
);
create index on device (person);

-- One row per account, source address or device with wrong guesses; the key is a digest.
create table sign_in_throttle (
  key text primary key,
  failures integer not null default 0,
  first_at timestamptz not null default now(),
  blocked_until timestamptz
);
