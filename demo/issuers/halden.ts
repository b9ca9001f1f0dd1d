// Demo issuer 1007, Halden Biofuels, Inc.: nothing issued yet, one Pending issuance.

import { openClassIn } from '#registry/ledger/issuers';
import { receiveIn } from '#registry/ledger/pending-transactions';
import { openCompany } from '../company.ts';
import { customerKey, type Simulation } from '../simulation.ts';
import type { World } from '../world.ts';

export async function halden(world: World): Promise<Simulation> {
  const simulation = await openCompany(
    world,
    {
      customerId: 1007n,
      name: 'Halden Biofuels, Inc.',
      kind: 'Onboarding',
      street: '12 SWITCHGRASS RD',
      city: 'DES MOINES',
      domain: 'halden',
      status: 'Pending',
      since: '2026-10-26',
    },
    { individual: 1 },
  );
  const { book, issuerId } = simulation;
  const classId = await openClassIn(book, {
    issuerId,
    code: 'C',
    name: 'Common Stock',
    description: 'Common Stock, par value $0.001',
    cusip: '800997108',
    parValue: '0.001',
    authorized: 25_000_000n,
    paperPrefix: 'CS',
    openedOn: '2026-10-26',
    authority: 'Certificate of incorporation',
    recordedAt: '2026-10-26T15:00:00Z',
  });
  await receiveIn(book, {
    issuerId,
    kind: 'N',
    entry: {
      customerId: customerKey(simulation),
      subKind: 'Private placement',
      receivedOn: '2026-11-12',
      effectiveOn: '2026-12-01',
      presentor: 'Halden Biofuels, Inc.',
      isPresented: false,
      authority: 'Treasury order, awaiting appointment papers',
      createdBy: { email: 'office@halden.example', firstName: 'Fern', lastName: 'Halloway' },
    },
    issuedTo: 'HALDEN FOUNDERS LLC',
    instruction: JSON.stringify({ classId: String(classId), shares: '2500000', form: 'BookEntry' }),
  });
  return simulation;
}
