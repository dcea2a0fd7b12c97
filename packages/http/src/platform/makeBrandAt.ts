import { type ServedHost, ServedHostLookup } from "@namewright/core/branding"
import { PlatformSettings } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { isIPv4, isIPv6 } from "node:net"
import { hostnameOf } from "../shared/hostnameOf.ts"

const hostOfUrl = (url: string | undefined): ReadonlyArray<string> => {
  const host = url === undefined ? undefined : hostnameOf(URL.parse(url)?.host)
  return host === undefined ? [] : [host]
}

/** True for addresses of this machine, such as those of a load balancer's checks. */
const isAddress = (host: string): boolean =>
  host === "localhost" || isIPv4(host) || (host.includes(":") && isIPv6(host.replace(/^\[|\]$/g, "")))

/** Settings with the addresses of an installation. */
export type InstallationAddresses = Pick<
  PlatformSettings,
  "approval_pages" | "base_url" | "sign_in_pages" | "whitelabel"
>

/** Check whether a host is one of the installation itself. */
const ownNames = ({ approval_pages, base_url, sign_in_pages }: InstallationAddresses) => {
  const own = new Set([base_url, approval_pages, sign_in_pages].flatMap(hostOfUrl))
  return (host: string): boolean => own.has(host) || isAddress(host)
}

/** Host of a header; the empty name for a header that is no host, which is not served. */
const hostOf = (header: string): string => hostnameOf(header) ?? ""

/** Check whether a header `Host` names the installation itself. Without white-label hosts, every host does. */
export const ownHosts = (settings: InstallationAddresses) => {
  const isOwn = ownNames(settings)
  // Without a header the request comes from the embedding program.
  return (header: string | undefined): boolean =>
    settings.whitelabel === undefined || header === undefined || isOwn(hostOf(header))
}

/** Look-up of a header `Host`: null for the installation's own hosts, undefined for a host that is not served. */
export const makeBrandAt = Effect.gen(function*() {
  const settings = yield* PlatformSettings
  const isOwn = ownNames(settings)
  const hosts = yield* ServedHostLookup
  return (header: string | undefined): Effect.Effect<ServedHost | null | undefined> => {
    if (settings.whitelabel === undefined || header === undefined) return Effect.succeed(null)
    const host = hostOf(header)
    return isOwn(host) ? Effect.succeed(null) : Effect.map(hosts.find(host), Option.getOrUndefined)
  }
})
