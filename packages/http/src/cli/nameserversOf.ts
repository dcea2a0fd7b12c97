import type { Nameservers, PublishedZones } from "@namewright/core/dns"
import {
  embeddedNameserver,
  type EmbeddedNameserverOptions,
  hiddenPrimary,
  nameservers,
  powerDns
} from "@namewright/nameservers"
import { type Layer, Result } from "effect"
import { CommandFailed } from "./CommandFailed.ts"
import type { NameserverAddress } from "./nameserverAddress.ts"
import type { Settings } from "./Settings.ts"

type Driver = Layer.Layer<Nameservers, unknown, PublishedZones>

/** Settings that require others that are missing. */
const problemsOf = (chosen: Settings): ReadonlyArray<string> => {
  const { powerdnsApiKey, powerdnsDns, powerdnsUrl, primaryKeys, primaryPort } = chosen
  return [
    ...(primaryPort === undefined && chosen.secondaries.length > 0
      ? ["--secondaries: expected --primary-port too"]
      : []),
    ...(primaryPort !== undefined && primaryKeys.length === 0 ? ["--primary-port: expected --primary-keys too"] : []),
    ...(powerdnsUrl !== undefined && powerdnsApiKey === undefined
      ? ["--powerdns-url: expected --powerdns-api-key too"]
      : []),
    ...(powerdnsUrl === undefined && (powerdnsApiKey ?? powerdnsDns) !== undefined
      ? ["--powerdns-api-key, --powerdns-dns: expected --powerdns-url too"]
      : [])
  ]
}

const primaryOf = (chosen: Settings, { host, port }: NameserverAddress): Driver =>
  hiddenPrimary({
    host,
    port,
    keys: chosen.primaryKeys,
    secondaries: chosen.secondaries.map(({ key = chosen.primaryKeys[0]?.name ?? "", ...it }) => ({ ...it, key })),
    catalog: chosen.primaryCatalog
  })

/** All nameservers to which this process publishes zones. */
export const nameserversOf = (
  chosen: Settings,
  embedded: EmbeddedNameserverOptions | undefined,
  primary: NameserverAddress | undefined
): Result.Result<Driver, CommandFailed> => {
  const problems = problemsOf(chosen)
  if (problems.length > 0) {
    const lines = problems.map((problem) => `  ${problem}`)
    return Result.fail(new CommandFailed({ message: `These settings cannot be used:\n${lines.join("\n")}` }))
  }
  const { powerdnsApiKey, powerdnsDns, powerdnsUrl } = chosen
  const drivers: ReadonlyArray<Driver> = [
    ...(embedded === undefined ? [] : [embeddedNameserver(embedded)]),
    ...(primary === undefined ? [] : [primaryOf(chosen, primary)]),
    ...(powerdnsUrl === undefined || powerdnsApiKey === undefined
      ? []
      : [powerDns({ name: "powerdns", url: powerdnsUrl, apiKey: powerdnsApiKey, dns: powerdnsDns })])
  ]
  return Result.succeed(nameservers(...drivers))
}
