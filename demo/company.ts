// Opens an issuer of the demo: its contacts, markets, and accounts of the nominee and the treasury.

import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { addContactIn } from '#registry/ledger/core/record-verbs';
import { openIssuerBook } from '#registry/ledger/issuers';
import { createMarket, type Market } from './market/market.ts';
import { pad } from './people/people.ts';
import { createSimulation, type Simulation } from './simulation.ts';
import { auditFirms, type Firm, lawFirms, placeOf } from './words/firms.ts';
import { places } from './words/places.ts';
import { admit, type Known, type Mix, type World } from './world.ts';

export type Company = {
  customerId: bigint;
  name: string;
  kind: string;
  city: string;
  street: string;
  /** Its domain name without ".example". */
  domain: string;
  status?: 'Active' | 'Pending';
  since: string;
};

const roles: [role: string, title: string, instruct: boolean, lists: boolean][] = [
  ['CEO', 'Chief Executive Officer', true, true],
  ['CFO', 'Chief Financial Officer', true, true],
  ['Secretary', 'Corporate Secretary', true, true],
  ['Counsel', 'Outside Counsel', false, true],
  ['IR', 'Director, Investor Relations', false, true],
  ['Auditor', 'Audit Partner', false, false],
  ['Billing', 'Accounts Payable', false, false],
];

/** Creates an issuer with its contacts; a former secretary stays listed as inactive. */
export async function openCompany(world: World, company: Company, mix: Mix): Promise<Simulation> {
  const place = places.find((one) => one.city === company.city)!;
  const book = await openIssuerBook(world.tx, {
    customerId: company.customerId,
    name: company.name,
    kind: company.kind,
    status: company.status,
    address1: company.street,
    city: place.city,
    state: place.state,
    postalCode: place.zip,
    country2Code: 'US',
    country: 'United States',
    email: `office@${company.domain}.example`,
    phone: officeOf(company, '', 10).phone,
  });
  const simulation = createSimulation(world, book, mix);
  for (const [index, [role, title, mayInstructIssuance, mayReceiveLists]] of roles.entries()) {
    const duty = { role, title, mayInstructIssuance, mayReceiveLists };
    await contact(simulation, company, duty, officeOf(company, role, 11 + index));
  }
  await contact(
    simulation,
    company,
    { role: 'Secretary', title: 'Corporate Secretary', mayInstructIssuance: false, mayReceiveLists: false },
    officeOf(company, 'Secretary', 20),
    '2024-06-30',
  );
  return simulation;
}

type Office = { address: string; domain: string; phone: string };

/** Where a contact works: outside counsel and auditor have offices of their own. */
function officeOf(company: Company, role: string, extension: number): Office {
  const number = Number(company.customerId);
  const firms: Record<string, readonly Firm[]> = { Counsel: lawFirms, Auditor: auditFirms };
  const firm = firms[role]?.[number % firms[role].length];
  const place = firm ? placeOf(firm) : places.find((one) => one.city === company.city)!;
  const phone = `${place.area}-555-${pad(100 + ((extension + (firm ? number * 7 : 0)) % 100), 4)}`;
  if (!firm) return { address: `${company.street}, ${company.city}`, domain: company.domain, phone };
  return {
    address: `${firm.name}, ${firm.street}, ${firm.city}`,
    domain: firm.name.toLowerCase().replaceAll(/[^a-z]/g, ''),
    phone,
  };
}

async function contact(
  simulation: Simulation,
  company: Company,
  duty: { role: string; title: string; mayInstructIssuance: boolean; mayReceiveLists: boolean },
  { address, domain, phone }: Office,
  inactiveSince?: string,
): Promise<void> {
  const { given, family, full } = simulation.world.people.name();
  const first = given.split(' ')[0]!.toLowerCase();
  await addContactIn(simulation.book, {
    issuerId: simulation.issuerId,
    name: full,
    ...duty,
    email: `${first}.${family.toLowerCase().replaceAll(/[^a-z]/g, '')}@${domain}.example`,
    phone,
    mobile: duty.role === 'CFO' ? phone : '',
    address,
    status: inactiveSince ? 'Inactive' : 'Active',
    activeSince: company.since,
    inactiveSince,
    confirmedOn: inactiveSince ? undefined : '2026-03-02',
  });
}

/** The market of a class, with the accounts of depository nominee and treasury if it has them. */
export function openMarket(
  simulation: Simulation,
  classId: bigint,
  special: { nominee?: Known; treasury?: Known } = {},
): Market {
  const market = createMarket(classId, special.nominee?.id ?? null, special.treasury?.id ?? null);
  simulation.markets.set(classId, market);
  return market;
}

/**
 * Writes the new register and runs ANALYZE: inside one transaction autovacuum does not, and without statistics
 * the joins of dividends and proxies are planned badly.
 */
export async function countRegister(simulation: Simulation): Promise<void> {
  await flushUnitOfWork(simulation.book);
  await simulation.world.tx.query('analyze holder, holder_address, account, plan_member, certificate');
}

/** The nominee of the fictional Meridian Depository, with one account per issuer. */
export function openNominee(simulation: Simulation, day: string): Known {
  const { world, book } = simulation;
  return admit(
    world,
    book,
    {
      name: 'QUILL & CO',
      name2: '(FAST ACCOUNT)',
      sortName: 'QUILL & CO',
      accountType: 'NomineeOrDepository',
      primaryTax: world.people.ein(),
      isCertified: true,
      isNominee: true,
      accessCode: world.people.accessCode(),
      primary: {
        address1: '55 MERIDIAN DEPOSITORY PLZ',
        city: 'NEW YORK',
        state: 'NY',
        postalCode: '10004',
        country2Code: 'US',
        country: 'United States',
      },
    },
    day,
    { paysBy: 'Wire' },
  );
}

export function openTreasury(simulation: Simulation, day: string): Known {
  const { world, book } = simulation;
  const name = `${book.issuerName.toUpperCase().replaceAll(/[.,]/g, '')} TREASURY`;
  return admit(
    world,
    book,
    {
      name,
      sortName: name,
      accountType: 'Corporation',
      accessCode: world.people.accessCode(),
      isCertified: true,
      primary: world.people.address(),
    },
    day,
    { role: 'treasury' },
  );
}
