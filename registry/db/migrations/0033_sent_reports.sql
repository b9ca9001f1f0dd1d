-- Reports that this agent sent under the rules of transfer agents (17 CFR 240.17Ad-2(c), 240.17Ad-10, 240.17Ad-11): to an
-- issuer about its own books, or to the agency about all of them. Rows are only added, and kept.
create table sent_report (
  id bigint primary key,
  -- Null: to the regulatory agency of the agent.
  issuer_id bigint references issuer (id),
  kind text not null check (kind in ('Aged differences', 'Buy-ins', 'Unposted items', 'Late turnaround')),
  -- Last day of the month or quarter that it is about, or the one day.
  period_end date not null,
  -- Null where it is due at once.
  due_on date,
  sent_on date not null check (sent_on >= period_end),
  sent_to text not null,
  file_name text not null,
  sha256 text not null,
  note text not null default '',
  recorded_by text not null,
  recorded_at timestamptz not null
);
-- ;;
create index sent_report_of_issuer on sent_report (issuer_id, sent_on);
