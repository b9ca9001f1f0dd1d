-- What a record difference is about, and what an agent did about an over-issuance of its own (17 CFR 240.17Ad-10(g)).
-- Empty, or null, for what was not stated.
alter table record_difference
  -- As printed on the paper, 'CS-1201, CS-1202'. The register need not know them.
  add column certificates text not null default '',
  add column holder_id bigint,
  -- No foreign key, as for a rejection: an archive brings items in last.
  add column item_id bigint,
  -- Null: the day on which it was opened. The days to the buy-in count from here.
  add column discovered_on date,
  -- The day of a letter in which the holder promises to return the paper.
  add column letter_on date,
  -- Surety and number of a bond that replaces the buy-in.
  add column bond text not null default '',
  add column bought_in_on date,
  add column bought_in_shares bigint check (bought_in_shares > 0),
  add column bought_in_price numeric check (bought_in_price >= 0),
  add column bought_in_from text not null default '',
  add constraint record_difference_bought_in
    check ((bought_in_on is null) = (bought_in_shares is null) and (bought_in_on is not null or bought_in_price is null));
