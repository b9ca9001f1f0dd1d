-- Several dashboards work over one store. Which of them is taking a file in: null for runs of before, whose process is gone.
alter table run add column keeper text;
-- What was asked for while it is under way, null afterwards: the same person's second identical request finds the first,
-- in whichever process that is.
alter table run add column under_way text;
-- ;;
alter table run add constraint run_under_way unique (under_way);
-- ;;
-- Which of them is working through a batch.
alter table batch add column keeper text;
