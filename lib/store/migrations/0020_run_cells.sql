-- A workbook that another program saved again has other bytes and the same cells: it is recognized by a digest of these.
alter table run add column cells_sha256 text check (length(cells_sha256) = 64);
create index on run (cells_sha256) where cells_sha256 is not null;
