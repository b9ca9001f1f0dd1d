-- What an export has about persons: everything, tax ids with their last four digits only, or nothing.
alter table register_export add column variant text check (variant in ('Full', 'Masked', 'Plain'));
-- ;;
update register_export set variant = case when personal_data then 'Full' else 'Plain' end;
-- ;;
alter table register_export alter column variant set not null, drop column personal_data;
