/** The next step of an open item lies at most this many business days ahead. */
export const nextActionDaysMax = 5;
