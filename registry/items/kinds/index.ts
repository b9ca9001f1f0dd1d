import type { ItemKind } from '#lib/contract/agent/values';
import { refuses } from '../obstacle.ts';
import { type KindRules, nothingPrepared } from '../work.ts';
import { correctionRules } from './correction.ts';
import { issuanceRules } from './issuance.ts';
import { retirementRules } from './retirement.ts';
import { stopPlaceRules } from './stop-place.ts';
import { stopReleaseRules } from './stop-release.ts';
import { transferRules } from './transfer.ts';

/** A kind that cannot be posted yet. */
const notYet: KindRules = {
  transaction: null,
  isCounted: false,
  prepare: async ({ content }) => ({
    ...nothingPrepared,
    obstacles: [refuses('unknownKind', 'kind', `Items of the kind ${content.kind} cannot be posted here.`)],
  }),
};

/** The rules of each kind of item. */
export const kinds: Record<ItemKind, KindRules> = {
  Transfer: transferRules,
  Retirement: retirementRules,
  Issuance: issuanceRules,
  StopPlace: stopPlaceRules,
  StopRelease: stopReleaseRules,
  AddressHold: notYet,
  AddressRelease: notYet,
  ReturnedMail: notYet,
  LostSearch: notYet,
  Correction: correctionRules,
};
