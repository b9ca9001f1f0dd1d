-- Registrations that were here already and got an account with a register that was brought in. Taking it back leaves them.
create table conversion_link (
  issuer_id bigint not null,
  holder_id bigint not null,
  primary key (issuer_id, holder_id)
);
