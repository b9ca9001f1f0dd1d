import { type Place, places } from './places.ts';

/** A fictional firm with its address. */
export type Firm = { name: string; street: string; city: string };

/** Fictional law firms; the domain of a firm is its name without spaces. */
export const lawFirms: readonly Firm[] = [
  { name: 'Tarrant Voss LLP', street: '40 CHANCERY CT', city: 'NEW YORK' },
  { name: 'Okonkwo Birdsall LLP', street: '1200 ADVOCATES ROW', city: 'WASHINGTON' },
  { name: 'Prewitt Lang LLP', street: '77 BRIEF ST', city: 'BOSTON' },
  { name: 'Halloran Strand PC', street: '500 BARRISTER PLZ', city: 'CHICAGO' },
  { name: 'Mercado Ellingson LLP', street: '215 COUNSELORS WAY', city: 'DENVER' },
];

/** Fictional audit firms. */
export const auditFirms: readonly Firm[] = [
  { name: 'Whitlock Sayers CPAs', street: '31 TALLY ST', city: 'PHILADELPHIA' },
  { name: 'Brandt Oyelaran LLP', street: '850 LEDGERWOOD DR', city: 'MINNEAPOLIS' },
  { name: 'Corliss Penhale LLP', street: '6 AUDIT HOUSE SQ', city: 'CLEVELAND' },
  { name: 'Dunaway Marsh PC', street: '144 BALANCE AVE', city: 'ATLANTA' },
];

export const placeOf = (firm: Firm): Place => places.find((one) => one.city === firm.city)!;
