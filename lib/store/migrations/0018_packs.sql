-- What a record-date pack is about: event, dates, names of its parts, and the parts that cannot be had.
alter table batch add column pack jsonb;
