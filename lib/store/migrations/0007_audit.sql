-- When it takes effect in the register, and what an entry changed; empty for entries that change nothing.
alter table audit
  add column effective_date date,
  add column before jsonb,
  add column after jsonb;

-- The page's filters: by issuer, by action, by time. Entries come in the order of time, so ranges are enough for that.
create index on audit (issuer, seq) where issuer is not null;
create index on audit (action, seq);
create index on audit using brin (at);
-- ;;
-- Entries written before these columns existed keep their hash: without a value there the text is as it was, and a value
-- added to one of them later changes it.
create function audit_text(entry audit) returns text language sql immutable as $$
  select (jsonb_build_array(entry.seq, extract(epoch from entry.at), entry.request_id, entry.actor, entry.action,
      entry.outcome, entry.endpoint, entry.issuer, entry.object, entry.address, entry.detail)
    || case when num_nonnulls(entry.effective_date, entry.before, entry.after) = 0 then '[]'::jsonb
         else jsonb_build_array(entry.effective_date, entry.before, entry.after) end)::text
$$;
-- ;;
create or replace function audit_digest(entry audit) returns bytea language sql immutable as $$
  select sha256(entry.prev_hash || convert_to(audit_text(entry), 'UTF8'))
$$;
-- ;;
-- The end of the chain only moves on, so a shortened trail does not fit it. Restoring a backup starts before any entry.
create function audit_head_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.seq >= old.seq then return new; end if;
  if tg_op = 'DELETE' and not exists (select 1 from audit) then return old; end if;
  raise exception 'the audit trail only grows';
end
$$;
-- ;;
create trigger audit_head_only_grows before update or delete on audit_head
  for each row execute function audit_head_refuse();
create trigger audit_head_never_emptied before truncate on audit_head
  for each statement execute function audit_refuse_change();
