import { type Firm, placeOf } from './firms.ts';

/** A broker or bank that presents items; the participant number is its account at the depository. */
export type Participant = Firm & { participant: string };

const rows = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '));

/** Fictional brokers, banks and trust companies that present items to the agent and guarantee signatures. */
export const participants: readonly Participant[] = rows(`
  ALDERBROOK SECURITIES LLC | 9014 | 41 EXCHANGE PL | NEW YORK
  AMBERLEY TRUST CO | 9033 | 12 PROVOST ST | PHILADELPHIA
  BRIDGEPORT & FINCH | 9127 | 230 MERCHANTS ROW | HARTFORD
  BROADMOOR CLEARING LLC | 9158 | 75 CUSTOM HOUSE SQ | BOSTON
  CANDLEWOOD BROKERAGE INC | 9206 | 9 CANDLEWOOD CT | CHICAGO
  CASTELLAN PRIME SERVICES INC | 9241 | 600 LEDGER AVE | NEW YORK
  DUNMORE CLEARING CORP | 9262 | 18 TELLER ST | NEW YORK
  EASTLAKE SECURITIES INC | 9305 | 1400 LAKEFRONT AVE | CLEVELAND
  FIRST PRAIRIE BANK | 9318 | 300 GRAIN EXCHANGE BLVD | OMAHA
  FOXHALL WEALTH ADVISORS | 9340 | 27 FOXHALL MEWS | RICHMOND
  GLENMERE STATE BANK | 9377 | 5 COURT SQ | LANCASTER
  GREYSTOKE & CO | 9391 | 88 COUNTING HOUSE LN | NEW YORK
  HOLLOWAY TRUST DEPARTMENT | 9412 | 2 HOLLOWAY PLZ | BALTIMORE
  IRONBRIDGE BROKERAGE LP | 9455 | 510 FOUNDRY ST | PITTSBURGH
  JUNIPER STREET BROKERAGE | 9480 | 64 JUNIPER ST | ATLANTA
  KESTREL CLEARING LLC | 9507 | 1900 KESTREL PKWY | DALLAS
  LINDEN SAVINGS BANK | 9533 | 7 LINDEN GREEN | TRENTON
  MARLPIT SECURITIES INC | 9566 | 420 CANAL BANK RD | RICHMOND
  MERIWETHER TRUST CO | 9601 | 33 ROTUNDA WAY | CHARLOTTE
  NORTHCOTE CREDIT UNION | 9628 | 1150 GUILD HALL RD | MINNEAPOLIS
  OAKHAMPTON BROKERS LLC | 9649 | 8 TRADERS WHARF | SEATTLE
  PARAPET CUSTODY SERVICES | 9677 | 700 PARAPET DR | DENVER
  QUARRYTOWN NATIONAL BANK | 9702 | 16 MARBLE ROW | WORCESTER
  REDWILLOW FINANCIAL CORP | 9735 | 255 WILLOW BEND | KANSAS CITY
  SEXTON & VALE SECURITIES | 9760 | 19 STEEPLE ALLEY | NEW YORK
  THORNBURY INVESTORS INC | 9788 | 3200 HARBOR VIEW DR | SAN DIEGO
  UPLAND VALLEY BANK | 9814 | 90 MILL RACE RD | ROANOKE
  WAYFARER SECURITIES LLC | 9842 | 1 WAYFARER CENTER | PHOENIX
`).map(([name, participant, street, city]) => ({
  name: name!,
  participant: participant!,
  street: street!,
  city: city!,
}));

/** Street, city, state and ZIP code in one line. */
export function addressLine(firm: Firm): string {
  const { city, state, zip } = placeOf(firm);
  return `${firm.street}, ${city} ${state} ${zip}`;
}
