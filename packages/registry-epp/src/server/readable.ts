import { Result } from "effect"
import type { EppResponse } from "../message/EppResponse.ts"
import type { EppServices } from "../message/EppServices.ts"
import { EppUri } from "../message/EppUri.ts"
import type { ResponseData } from "../message/ResponseData.ts"
import type { ResponseExtension } from "../message/ResponseExtension.ts"
import { unhandledNamespace } from "../message/unhandledNamespace.ts"
import { writeServerMessage } from "../message/writeServerMessage.ts"
import { readXml } from "../xml/readXml.ts"
import { child, type XmlElement } from "../xml/XmlElement.ts"
import { objectUri } from "./unannounced.ts"

/** Extensions of responses by member name. */
const responseExtensions = [
  ["secDNS", EppUri.secDNS],
  ["rgp", EppUri.rgp],
  ["fee", EppUri.fee],
  ["feeChecked", EppUri.fee],
  ["launchChecked", EppUri.launch],
  ["allocationToken", EppUri.allocationToken],
  ["loginSecurity", EppUri.loginSec],
  ["changed", EppUri.changePoll]
] as const

/**
 * The response in the client's announced namespaces. Others are removed, or moved to the result as in RFC 9038 if the
 * client announced support for that.
 */
export const readable = (response: EppResponse, announced: EppServices): EppResponse => {
  const { extensions, objects } = announced
  const { data, ...others } = response
  const extension: Writable<ResponseExtension> = { ...response.extension }
  let hides = data !== undefined && !objects.has(dataUri(data))
  for (const [name, uri] of responseExtensions) {
    if (name in extension && !extensions.has(uri)) {
      delete extension[name]
      hides = true
    }
  }
  extension.other = response.extension.other.filter(({ namespace }) => extensions.has(namespace))
  if (!hides && extension.other.length === response.extension.other.length) return response
  const shown = data !== undefined && objects.has(dataUri(data))
    ? { ...others, data, extension }
    : { ...others, extension }
  return extensions.has(EppUri.unhandledNamespaces) ? withReasons(shown, hiddenTrees(response, announced)) : shown
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

const dataUri = (data: ResponseData): string => {
  if (data._tag === "UnknownData") return data.element.namespace
  if (data._tag === "PendingActionData") return EppUri[data.object]
  if (data._tag === "MaintenanceData") return EppUri.maintenance
  return objectUri(data._tag) ?? EppUri.domain
}

const withReasons = (response: EppResponse, trees: ReadonlyArray<XmlElement>): EppResponse => {
  const [first, ...rest] = response.results
  const reasons = trees.map(unhandledNamespace)
  return { ...response, results: [{ ...first, reasons: [...first.reasons, ...reasons] }, ...rest] }
}

/** Elements of the complete response whose namespaces the client did not announce. */
const hiddenTrees = (
  response: EppResponse,
  { extensions, objects }: EppServices
): ReadonlyArray<XmlElement> => {
  const root = Result.getOrThrow(readXml(writeServerMessage(response)))
  const whole = child(root, "response")
  const below = (name: string): ReadonlyArray<XmlElement> =>
    (whole === undefined ? undefined : child(whole, name))?.children ?? []
  return [
    ...below("resData").filter(({ namespace }) => !objects.has(namespace)),
    ...below("extension").filter(({ namespace }) => !extensions.has(namespace))
  ]
}
