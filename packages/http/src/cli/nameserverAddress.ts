import { Effect } from "effect"
import type { CommandFailed } from "./CommandFailed.ts"
import { freePort } from "./freePort.ts"
import type { Settings } from "./Settings.ts"

/** Where zones are answered. */
export interface NameserverAddress {
  readonly host: string
  readonly port: number
}

/** What `npm start` takes: other ports than 53 need no rights. */
const usualPort = 8053

/** Where zones are to be answered; undefined where they are not. Nobody who did not choose a port is refused for it. */
export const nameserverAddress = (
  { dnsHost, dnsPort, host }: Pick<Settings, "dnsHost" | "dnsPort" | "host">
): Effect.Effect<NameserverAddress | undefined, CommandFailed> => {
  if (dnsPort === "none") return Effect.succeed(undefined)
  const address = dnsHost ?? host
  const free = (port: number) => freePort(address, port, "--dns-port")
  const port = dnsPort === undefined ? Effect.catch(free(usualPort), () => free(0)) : free(dnsPort)
  return Effect.map(port, (chosen) => ({ host: address, port: chosen }))
}

/** Where secondaries get zones; undefined where there is no hidden primary. */
export const primaryAddress = (
  { host, primaryHost, primaryPort }: Pick<Settings, "host" | "primaryHost" | "primaryPort">
): Effect.Effect<NameserverAddress | undefined, CommandFailed> => {
  if (primaryPort === undefined) return Effect.succeed(undefined)
  const address = primaryHost ?? host
  return Effect.map(freePort(address, primaryPort, "--primary-port"), (port) => ({ host: address, port }))
}
