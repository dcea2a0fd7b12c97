/** True if a certificate with these names covers a host in lower case. Source: RFC 9525, section 6.3. */
export const coversHost = (names: ReadonlyArray<string>, host: string): boolean =>
  names.some((name) =>
    name.startsWith("*.") ? host.slice(host.indexOf(".")) === name.slice(1) && host.indexOf(".") > 0 : name === host
  )
