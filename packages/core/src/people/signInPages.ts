/** Page of a link that sets a password. */
export const passwordPage = (sign_in_pages: string, token: string): string => `${sign_in_pages}/password?token=${token}`
