/** A session ends so many hours after its sign-in. */
export const sessionHours = 12;

/** A session ends after so many minutes without a request. */
export const idleMinutes = 30;

/** A browser that signed in is known for so many days. */
export const deviceDays = 180;
