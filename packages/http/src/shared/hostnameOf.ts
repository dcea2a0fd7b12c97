/** A name or an address, IPv6 in brackets, with an optional port. */
const hostAndPort = /^(?:\[[\da-f:.]+\]|(?:[\w-]+\.)*[\w-]+\.?)(?::\d*)?$/i

/**
 * Hostname of a `Host` header, or of the part `host` of a URL, in lower case, without port and final dot; undefined for another
 * text. IPv6 addresses keep their brackets. Source: RFC 9110, section 7.2; URL standard, "host parsing".
 */
export const hostnameOf = (host: string | undefined): string | undefined => {
  // The URL parser alone accepts more: it reads `a@b/c` as the host `b`.
  const url = host !== undefined && hostAndPort.test(host) ? URL.parse(`http://${host}`) : null
  return url === null ? undefined : url.hostname.replace(/\.$/, "")
}
