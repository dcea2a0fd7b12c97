import { Effect } from "effect"
import type { CommandFailed } from "./CommandFailed.ts"
import { freePort } from "./freePort.ts"
import type { Settings } from "./Settings.ts"

/** Address of a nameserver. */
export interface NameserverAddress {
  readonly host: string
  readonly port: number
}

/** Default port: ports above 1023 need no special rights. */
const defaultPort = 8053

/**
 * Address of the embedded nameserver; undefined if it is disabled. Without a chosen port, a free one replaces a port in
 * use.
 */
export const nameserverAddress = (
  { dnsHost, dnsPort, host }: Pick<Settings, "dnsHost" | "dnsPort" | "host">
): Effect.Effect<NameserverAddress | undefined, CommandFailed> => {
  if (dnsPort === "none") return Effect.succeed(undefined)
  const address = dnsHost ?? host
  const free = (port: number) => freePort(address, port, "--dns-port")
  const port = dnsPort === undefined ? Effect.catch(free(defaultPort), () => free(0)) : free(dnsPort)
  return Effect.map(port, (chosen) => ({ host: address, port: chosen }))
}

/** Address of the hidden primary; undefined without one. */
export const primaryAddress = (
  { host, primaryHost, primaryPort }: Pick<Settings, "host" | "primaryHost" | "primaryPort">
): Effect.Effect<NameserverAddress | undefined, CommandFailed> => {
  if (primaryPort === undefined) return Effect.succeed(undefined)
  const address = primaryHost ?? host
  return Effect.map(freePort(address, primaryPort, "--primary-port"), (port) => ({ host: address, port }))
}
