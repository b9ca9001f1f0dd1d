-- A file is recognized by its digest, long after its bytes are deleted.
create index on run (sha256) where sha256 is not null;
