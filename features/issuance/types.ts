// Properties of the issuance form.

import type { Choices } from '#components/holder-record/holder-draft';
import type { HolderChoices } from '#components/holder-record/holder-fields';
import type { Route } from '#lib/routes';

export type IssueFormProps = {
  issuer: number;
  issuerName: string;
  issuers: readonly number[];
  entry: string;
  today: string;
  /** Name of the registry's time zone, whose calendar day a process date is. */
  zone: string;
  choices: HolderChoices & { restrictions: Choices; forms: Choices };
  email: string;
  outcome: Route;
};
