-- Changes of the names of an issuer and its classes, with what allowed them. Authorized shares have their own entries.
create table issuer_change (
  issuer_id bigint not null references issuer (id),
  id bigint not null,
  -- Null: the issuer's own name.
  class_id bigint,
  before_text text not null,
  after_text text not null,
  authority text not null check (authority <> ''),
  recorded_at timestamptz not null,
  primary key (issuer_id, id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
