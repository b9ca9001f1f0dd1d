-- The words of an issuer's accounts, by which a holder is found without reading every account: each word of the name (in
-- lower case, without accents and punctuation) and the customer's id as one word. The ledger keeps them with each new
-- account and each change of a name (registry/db/account-words.ts); registry:check proves them against the accounts.
create table account_word (
  issuer_id bigint not null,
  word text not null,
  holder_id bigint not null,
  primary key (issuer_id, word, holder_id)
);
-- ;;
insert into account_word (issuer_id, word, holder_id)
select distinct a.issuer_id, w.word, a.holder_id
  from account a
  join holder h on h.id = a.holder_id
 cross join lateral (
       select left(part, 60) as word
         from unnest(string_to_array(translate(a.name_key, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~',
                                               '                                '), ' ')) as parts (part)
        where part <> ''
       union all
       select left(lower(h.customer_id), 60)) as w;
-- ;;
-- Numbers of customers, by which transactions and certificates are found.
create index txn_customer on txn (issuer_id, customer_id);
-- ;;
create index certificate_customer on certificate (issuer_id, customer_id);
