// What the rules for papers know beside the content of an item: accounts, shares, prices, settings.

import type { ItemContent } from '#lib/contract/agent/content';
import type { BusinessCalendar } from '#lib/format/business-days';
import type { CalendarDate } from '#lib/format/dates';
import { type WaiverSettings, waiverDefaults } from './guarantees.ts';

/** An account as the register has it. */
export type AccountFacts = {
  /** Number of the account. */
  holderId: bigint;
  /** Lines of the registration that are not empty. */
  registration: readonly string[];
  accountType: string;
  /** Digits; '' when none is on file. */
  taxId: string;
  isTaxIdCertified: boolean;
  addressChangedOn: CalendarDate | null;
  badAddressSince: CalendarDate | null;
  /** Day of a death that the register knows of. */
  diedOn: CalendarDate | null;
  /** A sanctions hold; cleared only by someone who may clear it. */
  sanctions: { since: CalendarDate; isCleared: boolean } | null;
};

/** What the rules for papers need to know beside the content. Null: not known. */
export type PaperFacts = {
  today: CalendarDate;
  receivedDate: CalendarDate;
  countedFrom: CalendarDate;
  calendar: BusinessCalendar;
  /** Accounts whose shares are presented, each once. */
  transferors: readonly AccountFacts[];
  /** The account of each line of the content; null for a new registration. */
  transferees: readonly (AccountFacts | null)[];
  /** The certificates of the content, in its order; on paper: in the hands of a holder, not treasury. */
  certificates: readonly { name: string; isPaper: boolean }[];
  className: string;
  cusip: string | null;
  /** The latest price of the class on or before the day of receipt. */
  price: { perShare: string; day: CalendarDate } | null;
  /** Shares that leave the signers. */
  sharesLeaving: bigint;
  /** Restriction codes of the shares presented, each once. */
  restrictions: readonly string[];
  /** The latest acquisition date of the shares presented. */
  acquiredOn: CalendarDate | null;
  /** Whether the issuer files reports with the SEC. */
  issuerReports: boolean | null;
  issuerWasShell: boolean | null;
  /** Whether each certificate presented has a stop as lost. */
  isStoppedAsLost: boolean | null;
  settings: PaperSettings;
};

export type PaperSettings = {
  waiver: WaiverSettings;
  /** An address changed at most this many days before receipt asks for a call-back. */
  addressChangeDaysMax: number;
};

export const paperDefaults: PaperSettings = { waiver: waiverDefaults, addressChangeDaysMax: 30 };

export type Papers = { content: ItemContent; facts: PaperFacts };

/** The registration of an account on one line. */
export const registrationText = (account: Pick<AccountFacts, 'registration'>) =>
  account.registration.join(' ');

/** Where the shares of a line go: an account, or a registration that is made with the item. */
export type Target = Pick<AccountFacts, 'registration' | 'accountType' | 'taxId' | 'isTaxIdCertified'> & {
  account: AccountFacts | null;
};

/** The target of each line; null where the line names none. */
export function targetsOf({ content, facts }: Papers): (Target | null)[] {
  return content.lines.map((line, index) => {
    const account = facts.transferees[index] ?? null;
    if (account) return { ...account, account };
    const given = line.shareholder;
    if (!given) return null;
    return {
      registration: [given.name, given.name2, given.name3].filter((text) => text?.trim()) as string[],
      accountType: given.accountType ?? 'None',
      taxId: given.primaryTaxId ?? '',
      isTaxIdCertified: false,
      account: null,
    };
  });
}
