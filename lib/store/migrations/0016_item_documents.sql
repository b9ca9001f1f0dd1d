-- Whether a user of an issuer may see the documents of the issuer's items. The agent's staff may in any case.
alter table person add column sees_documents boolean not null default false;
