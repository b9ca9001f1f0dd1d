// SQL that adds up the stored holdings of an issuer from its certificates.

/** Adds the holdings of every account of the issuer $1, which has none yet. */
export const addAllHoldings = `
  insert into holding (issuer_id, class_id, holder_id, shares)
  select $1, class_id, holder_id, sum(shares) from certificate
   where issuer_id = $1 and canceled_on = '9999-12-31' and not is_treasury
   group by class_id, holder_id`;
