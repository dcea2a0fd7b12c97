const masked = (text: string): string => `${[...text][0] ?? ""}*****`

/**
 * A mail address that only its owner recognizes: `jane@example.com` as `j*****@e*****.*`. A masked address stays as it is.
 */
export const maskedAddress = (address: string): string => {
  const at = address.lastIndexOf("@")
  return at === -1 ? masked(address) : `${masked(address.slice(0, at))}@${masked(address.slice(at + 1))}.*`
}
