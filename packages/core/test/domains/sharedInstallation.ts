import { layer as postgres } from "@namewright/adapters-pg"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformServices } from "@namewright/core/embed"
import { Layer } from "effect"
import { hastyClock } from "./hastyClock.ts"

/** Database of several processes, and the base of their fast clocks. */
export interface SharedInstallation {
  readonly database: "sqlite" | "postgres"
  /** File or URL. */
  readonly address: string
  readonly base: number
}

/** Speed of the clock: 15 seconds in a second, so that leases end in seconds. */
export const factor = 15

/** Connection timeout of 5 real seconds, which are more on the fast clock. */
const patientUrl = (address: string): string => {
  const url = new URL(address)
  url.searchParams.set("connect_timeout", String(5 * factor))
  return url.toString()
}

const storageOf = ({ database, address }: SharedInstallation) =>
  database === "sqlite"
    ? sqlite({ filename: address, synchronous: "normal" })
    : postgres({ url: patientUrl(address), maxConnections: 6 })

/** Platform of one process, on a clock that runs `speed` times as fast. */
export const platformOf = (installation: SharedInstallation, speed = factor): Layer.Layer<PlatformServices> =>
  Layer.orDie(layerPlatform({ storage: storageOf(installation), clock: hastyClock(installation.base, speed) }))

export const toArguments = ({ base, database, address }: SharedInstallation): ReadonlyArray<string> => [
  database,
  address,
  String(base)
]

export const fromArguments = (
  [database, address = "", base = "0"]: ReadonlyArray<string>
): SharedInstallation => ({ database: database === "sqlite" ? "sqlite" : "postgres", address, base: Number(base) })
