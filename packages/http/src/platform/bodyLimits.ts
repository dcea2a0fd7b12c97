import type { HttpServerRequest } from "effect/http"

const mebibyte = 1024 * 1024

/** Paths whose bodies may be larger than the setting says. Source: REST specification, "Limits". */
const larger: ReadonlyMap<string, number> = new Map([
  ["POST /v1/jobs", 32 * mebibyte]
])

/** Writes of whole zones: ten thousand RRsets, as the rules of zones allow. */
const zoneWrite = /^\/v1\/dns(?:\/[^/]+\/(?:rrsets|records|import))?$/
const zoneBytes = 16 * mebibyte

/** Bytes that the body of this request may have. */
export const bodyLimit = ({ method, url }: HttpServerRequest.HttpServerRequest, standard: number): number => {
  if (method === "GET") return standard
  const end = url.indexOf("?")
  const path = end === -1 ? url : url.slice(0, end)
  return larger.get(`${method} ${path}`) ?? (zoneWrite.test(path) ? Math.max(zoneBytes, standard) : standard)
}

/** Whether the request announces a body that is larger than its limit. */
export const announcesTooMuch = ({ headers }: HttpServerRequest.HttpServerRequest, limit: number): boolean =>
  headers["content-length"] !== undefined && Number(headers["content-length"]) > limit
