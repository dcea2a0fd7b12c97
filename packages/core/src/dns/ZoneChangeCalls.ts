import { Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inPath,
  type JsonOf,
  listCalls,
  type ListRequest,
  type Page
} from "../shared/index.ts"
import { zoneChangeList } from "./ZoneList.ts"
import { Zones } from "./Zones.ts"
import { ZoneVersionDetails, ZoneVersionView } from "./ZoneView.ts"

export interface ZoneChangeJson extends JsonOf<typeof ZoneVersionView> {}
export interface ZoneChangeDetailsJson extends JsonOf<typeof ZoneVersionDetails> {}

/** The history of zones: one entry for each serial. */
export interface ZoneChangeCalls {
  /**
   * Returns one page of the changes of a zone, newest first.
   *
   * Rights: `dns:read`.
   *
   * @throws ERROR_ZONE_NOT_FOUND
   *
   * @example
   * const { items } = await caller.zoneChanges.page("example.com", { page_size: 20 })
   */
  readonly page: (
    zone_name: string,
    request?: ListRequest<{}>,
    options?: CallOptions
  ) => Promise<Page<ZoneChangeJson>>
  /**
   * Iterates over all changes of a zone, newest first.
   *
   * Rights: `dns:read`.
   *
   * @throws ERROR_ZONE_NOT_FOUND
   *
   * @example
   * for await (const { serial, cause } of caller.zoneChanges.all("example.com")) console.log(serial, cause)
   */
  readonly all: (zone_name: string, filter?: {}, options?: AllOptions) => AsyncIterable<ZoneChangeJson>
  /**
   * Returns what changed with a serial.
   *
   * Rights: `dns:read`.
   *
   * @throws ERROR_ZONE_NOT_FOUND, ERROR_ZONE_VERSION_NOT_FOUND
   *
   * @example
   * const change = await caller.zoneChanges.get("example.com", 2026010100)
   */
  readonly get: (zone_name: string, serial: number, options?: CallOptions) => Promise<ZoneChangeDetailsJson>
}

const byName = inPath("zone_name", Schema.String)

export const zoneChangeCalls = {
  ...listCalls(
    [byName],
    zoneChangeList,
    ZoneVersionView,
    "serial",
    ({ page }, zone) => Zones.use((zones) => zones.versions(zone, page))
  ),
  get: call(
    [byName, inPath("serial", Schema.Int)],
    ZoneVersionDetails,
    (zone, serial) => Zones.use((zones) => zones.version(zone, serial))
  )
} satisfies CallsFor<ZoneChangeCalls>
