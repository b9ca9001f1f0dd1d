-- When the user of a scheduled report was told by mail that its file is there, or could not be created.
alter table run add column notified_at timestamptz;
-- Attempts at that mail which failed.
alter table run add column notice_failures integer not null default 0;
create index on run (finished_at) where schedule is not null and notified_at is null;
