create table audit (
  seq bigint primary key,
  at timestamptz not null,
  request_id text not null,
  actor uuid,
  action text not null,
  outcome text not null,
  endpoint text,
  issuer bigint,
  object text,
  address text,
  detail jsonb not null,
  prev_hash bytea not null,
  hash bytea not null
);
create index on audit (actor, seq);
create index on audit (request_id);

-- The end of the chain; its row lock puts writers in one order.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
insert into audit_head (seq, hash) values (0, '\x0000000000000000000000000000000000000000000000000000000000000000');

-- ;;
create function audit_digest(entry audit) returns bytea language sql immutable as $$
  select sha256(entry.prev_hash || convert_to(
    jsonb_build_array(entry.seq, extract(epoch from entry.at), entry.request_id, entry.actor, entry.action,
      entry.outcome, entry.endpoint, entry.issuer, entry.object, entry.address, entry.detail)::text, 'UTF8'))
$$;
-- ;;
-- Appends entries in the order given; one call is one round trip however many there are.
create function audit_append(entries jsonb) returns void language plpgsql as $$
declare
  head audit_head;
  item jsonb;
  entry audit;
begin
  select * into head from audit_head for update;
  for item in select value from jsonb_array_elements(entries) loop
    entry := jsonb_populate_record(null::audit, item);
    entry.seq := head.seq + 1;
    entry.detail := coalesce(entry.detail, '{}');
    entry.prev_hash := head.hash;
    entry.hash := audit_digest(entry);
    insert into audit select entry.*;
    head.seq := entry.seq;
    head.hash := entry.hash;
  end loop;
  update audit_head set seq = head.seq, hash = head.hash;
end
$$;
-- ;;
create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail only grows';
end
$$;
-- ;;
create trigger audit_only_grows before update or delete on audit
  for each row execute function audit_refuse_change();
create trigger audit_never_emptied before truncate on audit
  for each statement execute function audit_refuse_change();
