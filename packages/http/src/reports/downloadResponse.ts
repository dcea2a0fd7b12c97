import { fileNameOf, type ReportDownload } from "@namewright/core/reports"
import { type Headers, HttpServerResponse } from "effect/http"
import { problemResponse } from "../shared/Problem.ts"
import { TransportProblem } from "../shared/TransportProblem.ts"
import { zipMediaType } from "./ReportsApi.ts"
import { requestedRange } from "./requestedRange.ts"

/** Response with the file of a report, or a range of it (RFC 9110, section 14). */
export const downloadResponse = (
  { bytes, report, size }: ReportDownload,
  headers: Headers.Headers
): HttpServerResponse.HttpServerResponse => {
  // A finished report never changes, so its id is a valid entity tag.
  const etag = `"${report.report_id}"`
  const condition = headers["if-range"]
  const rangeHeader = condition === undefined || condition === etag ? headers["range"] : undefined
  const range = requestedRange(rangeHeader, size)
  if (range === "unsatisfiable") {
    return problemResponse(TransportProblem.rangeNotSatisfiable(`The file has ${size} bytes`), {
      "content-range": `bytes */${size}`
    })
  }
  const { end, start } = range ?? { start: 0, end: size - 1 }
  return HttpServerResponse.stream(bytes({ start, end }), {
    status: range === undefined ? 200 : 206,
    contentType: zipMediaType,
    contentLength: end - start + 1,
    headers: {
      "content-disposition": `attachment; filename=${fileNameOf(report)}`,
      "accept-ranges": "bytes",
      etag,
      ...(range === undefined ? {} : { "content-range": `bytes ${start}-${end}/${size}` })
    }
  })
}
