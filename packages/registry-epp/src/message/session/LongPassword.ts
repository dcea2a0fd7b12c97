/** Stands where a password is too long for the element of EPP itself; the password is in the extension (RFC 8807, section 3.2). */
export const longPasswordMarker = "[LOGIN-SECURITY]"

/** Whether a password has to travel in the login security extension: it is longer than 16 characters, or the marker itself. */
export const isLongPassword = (password: string): boolean =>
  password === longPasswordMarker || password.length > 16 && Array.from(password).length > 16
