// Bodies of the two writes, and functions that send them.

import { endpointOf } from '#lib/contract/index';
import type { CallOptions, Registry, TestResponse } from '../boot.ts';

export type Body = Record<string, unknown>;

export const holderPath = endpointOf('CreateOrUpdate').path;
export const issuancePath = endpointOf('CreateNewIssuance').path;

const author = {
  createdByEmail: 'robin@agent.example',
  createdByFirstName: 'Robin',
  createdByLastName: 'Okafor',
};

export const home = {
  address1: '12 Lantern Row',
  city: 'Dayton',
  state: 'OH',
  postalCode: '45402',
  country2Code: 'US',
};

/** A registration with the given changes; undefined removes a field. */
export function holderBody(changed: Body = {}): Body {
  return {
    ...author,
    name: 'JOHN A SAMPLE',
    sortName: 'SAMPLE, JOHN A',
    accountType: 'Individual',
    primaryPayeeName: null,
    primaryTaxId: '900-01-0001',
    primaryTaxIdType: 'SSN',
    primaryAddress: home,
    ...changed,
  };
}

/** An issuance of 100 unrestricted common shares of issuer 1001 on the demo's last day. */
export function issuanceBody(changed: Body = {}): Body {
  return {
    ...author,
    customerIssuerId: 1001,
    effectiveDate: '2026-11-20',
    processDate: '2026-11-20',
    chargeAmount: 0,
    certificateType: 'BookEntry',
    securityType: null,
    comments: null,
    restrictionCode: null,
    certificates: [{ shares: 100, restrictionCode: null }],
    shareholder: holderBody(),
    TaxLots: null,
    ...changed,
  };
}

export type Write = (body: Body, options?: CallOptions) => Promise<TestResponse>;

export function writes(registry: () => Registry): { hold: Write; issue: Write } {
  return {
    hold: (body, options) => registry().call(holderPath, { body, ...options }),
    issue: (body, options) => registry().call(issuancePath, { body, ...options }),
  };
}
