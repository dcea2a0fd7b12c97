/**
 * Placeholder of a password that is too long for the element of EPP and is sent in the extension (RFC 8807, section
 * 3.2).
 */
export const longPasswordMarker = "[LOGIN-SECURITY]"

/**
 * True if a password must be sent in the login security extension: it has more than 16 characters, or equals the
 * marker.
 */
export const isLongPassword = (password: string): boolean =>
  password === longPasswordMarker || password.length > 16 && Array.from(password).length > 16
