import { layer as postgres } from "@namewright/adapters-pg"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformServices } from "@namewright/core/embed"
import { Layer } from "effect"
import { hastyClock } from "./hastyClock.ts"

/** A database that several processes work on, and when their clocks began to hurry. */
export interface SharedInstallation {
  readonly database: "sqlite" | "postgres"
  /** A file or an address. */
  readonly place: string
  readonly base: number
}

/** A quarter of a minute in a second: what waits for leases ends in seconds. */
export const factor = 15

/** A connection may take 5 seconds, of which the clock makes many more. */
const patientUrl = (address: string): string => {
  const url = new URL(address)
  url.searchParams.set("connect_timeout", String(5 * factor))
  return url.toString()
}

const storageOf = ({ database, place }: SharedInstallation) =>
  database === "sqlite"
    ? sqlite({ filename: place, synchronous: "normal" })
    : postgres({ url: patientUrl(place), maxConnections: 6 })

/** The platform of one of the processes, on a clock that runs `speed` times as fast. */
export const platformOf = (installation: SharedInstallation, speed = factor): Layer.Layer<PlatformServices> =>
  Layer.orDie(layerPlatform({ storage: storageOf(installation), clock: hastyClock(installation.base, speed) }))

export const toArguments = ({ base, database, place }: SharedInstallation): ReadonlyArray<string> => [
  database,
  place,
  String(base)
]

export const fromArguments = (
  [database, place = "", base = "0"]: ReadonlyArray<string>
): SharedInstallation => ({ database: database === "sqlite" ? "sqlite" : "postgres", place, base: Number(base) })
