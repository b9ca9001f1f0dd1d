-- The nominee's position of a class: one numbered book entry that deposits and withdrawals move. Each row is the position
-- from one movement to the next; rows of one position have the same class, prefix and number. A movement cancels the
-- position's row and issues the next one. Certificates that no movement has touched are as before.
alter table certificate
  -- The position's first row; null for a certificate that is no position.
  add column position_id bigint,
  -- 0 for a certificate and a position's first row, then 1, 2, 3 …
  add column movement int not null default 0,
  -- What the movement added to the position, less than 0 for a withdrawal; all shares for the first row.
  add column moved_shares bigint,
  -- The transaction that canceled this row issued the position's next one.
  add column is_replaced boolean not null default false,
  add constraint certificate_position check ((position_id is null) = (moved_shares is null)
    and (position_id is not null or (movement = 0 and not is_replaced))),
  -- Rows of one position share class, prefix and number, and are found by them.
  drop constraint certificate_issuer_id_class_id_prefix_number_key,
  add constraint certificate_number unique (issuer_id, class_id, prefix, number, movement);
