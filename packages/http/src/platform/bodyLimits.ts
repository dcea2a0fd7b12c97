import { FindMyWay, type HttpServerRequest } from "effect/http"
import { rulesOf } from "../shared/OperationRules.ts"
import { operations, routerConfig } from "./operations.ts"

/** Bytes of bodies, for operations that declare more than the setting. */
const declared = FindMyWay.make<number>(routerConfig)
for (const endpoint of operations.values()) {
  const bytes = rulesOf(endpoint).write?.body
  if (bytes !== undefined) declared.on(endpoint.method, endpoint.path as `/${string}`, bytes)
}

/** Bytes that the body of this request may have. */
export const bodyLimit = ({ method, url }: HttpServerRequest.HttpServerRequest, standard: number): number =>
  method === "GET" ? standard : Math.max(declared.find(method, url)?.handler ?? standard, standard)

/** True if `Content-Length` exceeds the limit of the request. */
export const announcesTooMuch = ({ headers }: HttpServerRequest.HttpServerRequest, limit: number): boolean =>
  headers["content-length"] !== undefined && Number(headers["content-length"]) > limit
