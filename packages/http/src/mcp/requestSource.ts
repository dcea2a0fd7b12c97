/**
 * Source of a request to the tool endpoint, as its headers name it. A page in a browser that has made a name of its own lead to this
 * machine (DNS rebinding) is recognized by `Host`, any other page by `Origin`. Programs send no `Origin`.
 */
export interface RequestSource {
  /** The value of `Host`; undefined where the host of the platform does not pass it on. */
  readonly host: string | undefined
  readonly origin: string | undefined
}

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Why a request is not answered; undefined where it is. `base_url` is where the interface is reached. */
export const sourceRefusal = (
  { host, origin }: RequestSource,
  base_url: string,
  agentOrigins: ReadonlyArray<string>
): string | undefined => {
  const own = new URL(base_url)
  const hostname = host === undefined ? own.hostname : URL.parse(`http://${host}`)?.hostname
  if (hostname === undefined || (hostname !== own.hostname && !loopback.has(hostname))) {
    return "The header Host names another server than the one that this platform is reached at"
  }
  if (origin === undefined || origin === own.origin || agentOrigins.includes(origin)) return undefined
  const page = URL.parse(origin)
  return page !== null && /^https?:$/.test(page.protocol) && loopback.has(page.hostname)
    ? undefined
    : "Pages of this Origin may not call here"
}
