-- The agency of the agent, as Form TA-2 asks for it in 3(a). It was fixed until now.
alter table agent add column regulatory_agency text not null default 'SEC';
-- ;;
-- Everything users did on the TA-2 worksheet of a year. Rows are only added; the last one of a line is its answer, and a
-- sign-off counts until a line changes. The version of a worksheet is that of its last step.
create table ta2_step (
  year int not null,
  version int not null,
  kind text not null check (kind in ('Entered', 'Cleared', 'Prepared', 'Certified')),
  line text not null default '',
  value text,
  reason text not null default '',
  title text not null default '',
  telephone text not null default '',
  -- The answers that were signed, as JSON.
  answers text,
  by_email text not null,
  by_first_name text not null,
  by_last_name text not null,
  at timestamptz not null,
  primary key (year, version)
);
