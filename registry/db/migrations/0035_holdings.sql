-- Outstanding shares of each account and class now, without treasury: the largest are found without adding up every
-- certificate. The ledger's verbs keep them with each posting (registry/ledger/core/write-counts.ts); registry:check proves
-- them against the certificates. An account that sold all keeps a row with 0 shares.
create table holding (
  issuer_id bigint not null,
  holder_id bigint not null,
  class_id bigint not null,
  shares bigint not null,
  primary key (issuer_id, holder_id, class_id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id),
  foreign key (issuer_id, holder_id) references account (issuer_id, holder_id)
);
-- ;;
insert into holding (issuer_id, holder_id, class_id, shares)
select issuer_id, holder_id, class_id, sum(shares) from certificate
 where canceled_on = '9999-12-31' and not is_treasury
 group by issuer_id, holder_id, class_id;
-- ;;
create index holding_shares on holding (issuer_id, class_id, shares);
