-- Settings of the installation that administrators change on a page. A setting without a row has its default.
create table installation_setting (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by uuid references person on delete set null
);

-- Links by which the file of a run is sent to one addressee. Only digests of the link's token and of its code are kept.
create table file_link (
  id text primary key check (length(id) = 22),
  run text not null references run on delete cascade,
  -- The sender: the link works while this user may still have the file.
  person uuid not null references person on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  code_hash text not null check (code_hash like '$argon2id$%'),
  addressee_name text not null check (addressee_name <> ''),
  addressee_email text not null check (addressee_email <> ''),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  downloads_max integer not null check (downloads_max between 1 and 100),
  downloads integer not null default 0 check (downloads between 0 and downloads_max),
  last_download_at timestamptz,
  -- Attempts whose code was not right, and those being checked now.
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  revoked_at timestamptz,
  revoked_by uuid references person on delete set null
);
create index on file_link (run, created_at desc);
create index on file_link (created_at desc);
