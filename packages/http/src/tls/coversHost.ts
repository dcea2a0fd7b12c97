/** True if a certificate with these names covers a host in lower case. Source: RFC 9525, section 6.3. */
export const coversHost = (names: ReadonlyArray<string>, host: string): boolean =>
  names.some((name) =>
    name.startsWith("*.") ? host.slice(host.indexOf(".")) === name.slice(1) && host.indexOf(".") > 0 : name === host
  )

/** Hostname of a `Host` header in lower case, without port and final dot; undefined for another text. */
export const hostnameOf = (header: string): string | undefined => {
  const match = /^((?:[a-z0-9_-]+\.)*[a-z0-9_-]+)\.?(?::\d{1,5})?$/i.exec(header)
  return match?.[1]?.toLowerCase()
}
