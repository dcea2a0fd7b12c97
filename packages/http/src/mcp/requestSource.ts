import { hostnameOf } from "../shared/hostnameOf.ts"

/**
 * Source of a request to the tool endpoint. `Host` detects a page whose name resolves to this machine (DNS rebinding);
 * `Origin` detects other pages. Programs send no `Origin`.
 */
export interface RequestSource {
  /** Value of `Host`; undefined if the host of the platform does not provide it. */
  readonly host: string | undefined
  readonly origin: string | undefined
}

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Reason to refuse a request; undefined if it is admitted. `base_url` is the address of the interface. */
export const sourceRefusal = (
  { host, origin }: RequestSource,
  base_url: string,
  agentOrigins: ReadonlyArray<string>
): string | undefined => {
  const own = new URL(base_url)
  const ownHost = hostnameOf(own.host)
  const hostname = host === undefined ? ownHost : hostnameOf(host)
  if (hostname === undefined || (hostname !== ownHost && !loopback.has(hostname))) {
    return "The header Host does not match the address of this platform"
  }
  if (origin === undefined || origin === own.origin || agentOrigins.includes(origin)) return undefined
  const page = URL.parse(origin)
  return page !== null && /^https?:$/.test(page.protocol) && loopback.has(page.hostname)
    ? undefined
    : "Pages of this Origin may not call this endpoint"
}
