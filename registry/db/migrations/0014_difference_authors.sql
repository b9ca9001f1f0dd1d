-- Who opened and resolved a record difference, and how it was resolved; '' for those entered before. Each change of a
-- difference raises its version.
alter table record_difference add column opened_by text not null default '';
-- ;;
alter table record_difference add column resolved_by text not null default '';
-- ;;
alter table record_difference add column resolution text not null default '';
-- ;;
alter table record_difference add column version int not null default 0;
