-- Registers of other registries that are pulled through the agent operations. Answers and the file made of them are below DATA_DIR.
alter table register_file
  drop constraint register_file_state_check,
  drop constraint register_file_work_check;
-- ;;
alter table register_file
  add constraint register_file_state_check check (state in
    ('Pulling', 'Uploading', 'Uploaded', 'Checked', 'Approved', 'Posted', 'Undone', 'Discarded', 'Preparing', 'Complete')),
  add constraint register_file_work_check check (work in ('pull', 'check', 'post', 'undo', 'export'));
-- ;;
create table register_pull (
  file_id int primary key references register_file (id),
  -- Address of the other registry, and the issuer's number there.
  base text not null,
  remote_issuer bigint not null,
  -- Who asks. The secret is kept nowhere.
  client_id text not null,
  -- What the interface does not give; empty where nothing was stated.
  issuer text not null,
  issuer_kind text not null,
  certified_by text not null,
  account_prefix text not null,
  -- What is known of the history, as JSON; null until the register is whole.
  history text
);
-- ;;
-- What was decided about values that are not in the template's lists: field, value and code, as JSON.
alter table register_mapping add column known_values text not null default '[]';
