import { type DnsName, type ZoneMasterFile, Zones } from "@namewright/core/dns"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { masterFileMediaType, ZoneFilesApi } from "./ZoneFilesApi.ts"
import { entityTagOf, expectedSerial } from "./ZoneParameters.ts"
import { showWritten } from "./ZoneWriting.ts"

export const layer = group(
  ZoneFilesApi,
  Effect.fnUntraced(function*(handlers) {
    const zones = yield* Zones
    return handlers.handleAll({
      getZoneMasterFile: ({ params }) =>
        Effect.mapBoth(zones.exportMasterFile(params.zone_name), {
          onFailure: toProblem,
          onSuccess: masterFileAnswer
        }),
      importZoneMasterFile: Effect.fnUntraced(function*({ headers, params, payload, query }) {
        const text = typeof payload === "string" ? payload : payload.master_file
        const imported = yield* Effect.mapError(
          zones.importMasterFile(params.zone_name, text, query, expectedSerial(headers)),
          toProblem
        )
        const { dry_run, left_out, left_out_count } = imported
        return { ...(yield* showWritten(imported)), left_out, left_out_count, dry_run }
      })
    })
  })
)

const masterFileAnswer = ({ name, serial, text }: ZoneMasterFile) =>
  HttpServerResponse.text(text, {
    contentType: masterFileMediaType,
    headers: {
      "content-disposition": `attachment; filename="${fileNameOf(name)}"`,
      etag: entityTagOf(serial)
    }
  })

/** File name of a zone, without characters that have a meaning in headers and in file systems. */
const fileNameOf = (name: DnsName.DnsName): string => `${name.slice(0, -1).replace(/[^A-Za-z0-9._-]/g, "_")}.zone`
