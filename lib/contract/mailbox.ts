/** One e-mail address: a name, @ and a domain, without a display name or a second address. */
export const mailbox = /^[^\s@"<>(),;:\\\p{Cc}]+@[^\s@"<>(),;:\\\p{Cc}]+$/u;
