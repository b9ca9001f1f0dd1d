-- The role a dashboard works as may not write to the trail itself: it calls audit_append, which writes with the rights of
-- its owner. The path is fixed so that no object of the caller's can stand in for one of the trail's.
alter function audit_append(jsonb) security definer set search_path = pg_catalog, public, pg_temp;
-- ;;
alter function audit_head_refuse() set search_path = pg_catalog, public, pg_temp;
