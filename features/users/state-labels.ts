import type { UserState } from '#lib/session/accounts/users';

/** Text for each state of an account. */
export const stateLabels: Readonly<Record<UserState, string>> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
};
