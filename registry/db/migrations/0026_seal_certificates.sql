-- Certificates with which files are, or were, sealed, in the order of their first use. Private keys are never stored here.
create table seal_certificate (
  -- SHA-256 of the certificate, in pairs of hexadecimal digits.
  fingerprint text primary key,
  -- The certificate and those it is issued by.
  pem text not null,
  first_used_at timestamptz not null,
  withdrawn_on date,
  withdrawn_reason text not null default '',
  check (withdrawn_on is null or withdrawn_reason <> '')
);
