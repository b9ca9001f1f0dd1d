import { describe, expect, it } from 'vitest';
import { contract } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';
import { bodyOf, labels, requestKinds, untyped } from './model.ts';

const today = '2026-11-20';
const form = (more: Record<string, string>) => ({ ...untyped(today), ...more });

const issuance = form({
  'issuance.securityTypeId': '100000001',
  'issuance.shares': '9,007,199,254,740,993',
  'issuance.customerShareholderId': 'H-100419',
  'issuance.authority': 'Resolution of Nov 18, 2026',
  'issuance.pricePerShare': '$1,012.50',
});

describe('the body of a form', () => {
  it('is one that the contract takes, with exact shares', () => {
    const parse = (body: object) =>
      contract.CreateRequest.body.safeParse({
        actor: { email: 'a@b.example', firstName: '', lastName: 'B' },
        customerIssuerId: 1001,
        ...body,
      });
    const list = form({ 'holderList.recordDate': '2026-12-01', 'holderList.neededBy': '2026-12-03' });
    const contact = form({ 'contactChange.name': 'Noor Vance', 'contactChange.title': 'Secretary' });
    const newHolder = {
      ...issuance,
      holder: 'new',
      'issuance.holderName': 'Jo Park',
      'issuance.address.address1': '1 Main St',
      'issuance.address.city': 'Dayton',
      'issuance.address.state': 'OH',
      'issuance.address.postalCode': '45402',
    };
    for (const [kind, typed] of [
      ['Issuance', issuance],
      ['Issuance', newHolder],
      ['HolderList', list],
      ['ContactChange', contact],
    ] as const)
      expect(parse(bodyOf(kind, typed, today)).error?.issues ?? []).toEqual([]);
    const body = bodyOf('Issuance', issuance, today);
    expect(writeJson(body)).toContain('"shares":9007199254740993');
    expect(body).toMatchObject({ issuance: { pricePerShare: '1012.50' } });
  });

  it('names every field that is missing', () => {
    const missing = (kind: (typeof requestKinds)[number], typed = untyped(today)) => {
      const made = bodyOf(kind, typed, today);
      return 'fields' in made ? Object.keys(made.fields as object).sort() : [];
    };
    expect(missing('Issuance')).toEqual(
      ['authority', 'customerShareholderId', 'securityTypeId', 'shares'].map((name) => `issuance.${name}`),
    );
    expect(missing('Issuance', form({ holder: 'new' }))).toContain('issuance.address.city');
    expect(missing('HolderList')).toEqual(['holderList.neededBy', 'holderList.recordDate']);
    expect(missing('ContactChange')).toEqual(['contactChange.name', 'contactChange.title']);
    const late = form({ 'holderList.recordDate': '2026-11-10', 'holderList.neededBy': '2026-11-19' });
    expect(missing('HolderList', late)).toEqual(['holderList.neededBy']);
    for (const kind of requestKinds)
      for (const name of [...missing(kind), ...missing(kind, form({ holder: 'new' }))])
        expect(labels[name], name).toBeTruthy();
  });
});
