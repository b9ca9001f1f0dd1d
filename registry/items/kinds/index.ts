import type { ItemKind } from '#lib/contract/agent/values';
import type { KindRules } from '../item-work.ts';
import { addressHoldRules, addressReleaseRules, lostSearchRules, returnedMailRules } from './address.ts';
import { correctionRules } from './correction.ts';
import { issuanceRules } from './issuance.ts';
import { issuerRequestRules } from './issuer-request.ts';
import { retirementRules } from './retirement.ts';
import { stopPlaceRules } from './stop-place.ts';
import { stopReleaseRules } from './stop-release.ts';
import { transferRules } from './transfer.ts';

/** The rules of each kind of item. */
export const kinds: Record<ItemKind, KindRules> = {
  Transfer: transferRules,
  Retirement: retirementRules,
  Issuance: issuanceRules,
  StopPlace: stopPlaceRules,
  StopRelease: stopReleaseRules,
  AddressHold: addressHoldRules,
  AddressRelease: addressReleaseRules,
  ReturnedMail: returnedMailRules,
  LostSearch: lostSearchRules,
  Correction: correctionRules,
  IssuerRequest: issuerRequestRules,
};
