-- A register may also be taken out as a workbook in the form of the template.
alter table register_export drop constraint register_export_form_check;
-- ;;
alter table register_export add constraint register_export_form_check check (form in ('Archive', 'OpenCapTable', 'Workbook'));
