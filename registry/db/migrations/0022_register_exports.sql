-- Registers that are taken out through the agent operations: files whose work is to be made. Their bytes are below DATA_DIR.
alter table register_file
  drop constraint register_file_kind_check,
  drop constraint register_file_state_check,
  drop constraint register_file_work_check;
-- ;;
alter table register_file
  add constraint register_file_kind_check check (kind in ('Register', 'Bulk', 'Export')),
  add constraint register_file_state_check check (state in
    ('Uploading', 'Uploaded', 'Checked', 'Approved', 'Posted', 'Undone', 'Discarded', 'Preparing', 'Complete')),
  add constraint register_file_work_check check (work in ('check', 'post', 'undo', 'export'));
-- ;;
create table register_export (
  file_id int primary key references register_file (id),
  form text not null check (form in ('Archive', 'OpenCapTable')),
  personal_data boolean not null,
  -- Numbers and names of the issuers as JSON.
  issuers text not null,
  parts_done int not null default 0,
  parts_total int not null default 0,
  -- What is in the file, as JSON; null until it is complete.
  outcome text
);
-- ;;
-- Files of an archive that are whole and on the disk, until the archive is complete.
create table register_export_part (
  file_id int not null references register_file (id),
  number int not null,
  path text not null,
  -- Of which state of the issuer's books the part is.
  stamp text not null,
  bytes bigint not null,
  rows bigint,
  sha256 text not null,
  primary key (file_id, number),
  unique (file_id, path)
);
