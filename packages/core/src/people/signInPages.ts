/** Page of a link that sets a password. */
export const passwordPage = (sign_in_pages: string, token: string): string => `${sign_in_pages}/password?token=${token}`

/** Page of people who have forgotten their password. */
export const resetPage = (sign_in_pages: string): string => `${sign_in_pages}/password/forgot`

/** Page of a link about a change of address. */
export const addressPage = (sign_in_pages: string, token: string): string => `${sign_in_pages}/address?token=${token}`
