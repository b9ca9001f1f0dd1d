-- Whether the journal of the other registry is left out: the books then begin on the day of the pull.
alter table register_pull add column without_history boolean not null default false;
