import type { PersonState } from '#lib/session/accounts/people';

/** Text for each state of an account. */
export const stateWords: Readonly<Record<PersonState, string>> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
};
