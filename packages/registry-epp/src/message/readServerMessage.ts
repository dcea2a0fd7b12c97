import { Result } from "effect"
import { readXml } from "../xml/readXml.ts"
import { trimmed } from "../xml/whiteSpace.ts"
import { child, childrenOf, deepText, type XmlElement } from "../xml/XmlElement.ts"
import { readContactData } from "./contact/contactData.ts"
import { readDomainData } from "./domain/readDomainData.ts"
import type { EppQueue, EppReason, EppResponse, EppResult, ServerMessage } from "./EppResponse.ts"
import { EppUri } from "./EppUri.ts"
import { hasResponseExtension, readResponseExtension } from "./extension/readResponseExtension.ts"
import { readHostData } from "./host/hostData.ts"
import { readMaintenanceData } from "./maintenance/maintenanceData.ts"
import { present } from "./present.ts"
import type { ResponseData } from "./ResponseData.ts"
import { readGreeting } from "./session/greeting.ts"
import { isUnhandledNamespace } from "./unhandledNamespace.ts"
import { textOf, UnreadablePart, wholeNumber } from "./UnreadablePart.ts"

/**
 * Reads a server's message leniently: in any order, with unknown elements. Fails with a reason for logs if the document
 * is not XML, is no greeting or response, or has no result code. Data and extensions without a required part remain
 * trees, because the result is known.
 */
export const readServerMessage = (document: string): Result.Result<ServerMessage, string> => {
  const root = readXml(document)
  if (Result.isFailure(root)) return Result.fail(`the document is not XML: ${root.failure}`)
  try {
    return Result.succeed(readRoot(root.success))
  } catch (error) {
    if (error instanceof UnreadablePart) return Result.fail(error.message)
    throw error
  }
}

const readRoot = (root: XmlElement): ServerMessage => {
  const response = child(root, "response")
  if (root.name === "epp" && response !== undefined) return readResponse(response)
  const greeting = child(root, "greeting")
  if (root.name === "epp" && greeting !== undefined) return readGreeting(greeting)
  throw new UnreadablePart("the document is neither a greeting nor a response")
}

const readResponse = (response: XmlElement): EppResponse => {
  const [first, ...others] = childrenOf(response, "result").map(readResult)
  if (first === undefined) throw new UnreadablePart("response lacks result")
  const queue = child(response, "msgQ")
  const transaction = child(response, "trID")
  const { data, extension } = contentOf(response, [first, ...others])
  return present({
    _tag: "Response",
    results: [handled(first), ...others.map(handled)],
    queue: queue && readQueue(queue),
    data: readData(data),
    extension: readResponseExtension(extension),
    clTRID: transaction && textOf(transaction, "clTRID"),
    svTRID: (transaction && textOf(transaction, "svTRID")) ?? ""
  })
}

/**
 * The elements of `resData` and `extension`, and those that the server put among the reasons. An unknown element of the
 * latter counts as data if there is none: RFC 9038 does not specify its original position.
 */
const contentOf = (response: XmlElement, results: ReadonlyArray<EppResult>) => {
  const data = [...child(response, "resData")?.children ?? []]
  const extension = [...child(response, "extension")?.children ?? []]
  for (const { reasons } of results) {
    for (const { value } of reasons.filter(isUnhandledNamespace)) {
      const isData = readers.has(value.namespace) || (data.length === 0 && !hasResponseExtension(value.namespace))
      if (isData) data.push(value)
      else extension.push(value)
    }
  }
  return { data, extension }
}

/** A result without the reasons that contain unannounced data. */
const handled = (result: EppResult): EppResult =>
  result.reasons.some(isUnhandledNamespace)
    ? { ...result, reasons: result.reasons.filter((reason) => !isUnhandledNamespace(reason)) }
    : result

const readResult = (result: XmlElement): EppResult => ({
  code: wholeNumber(result.attributes["code"] ?? ""),
  message: textOf(result, "msg") ?? "",
  values: childrenOf(result, "value").map(faulty),
  reasons: childrenOf(result, "extValue").map(readReason)
})

const readReason = (extValue: XmlElement): EppReason => {
  const value = child(extValue, "value")
  return { value: value === undefined ? extValue : faulty(value), reason: textOf(extValue, "reason") ?? "" }
}

/** The element in a `value`; the `value` itself if the server put text into it. */
const faulty = (value: XmlElement): XmlElement => value.children[0] ?? value

/** Undefined without an id, since there is nothing to acknowledge. An invalid count is 0. */
const readQueue = (queue: XmlElement): EppQueue | undefined => {
  const message = child(queue, "msg")
  const id = trimmed(queue.attributes["id"] ?? "")
  if (id === "") return undefined
  return present({
    count: Number(/^[0-9]{1,15}$/.exec(trimmed(queue.attributes["count"] ?? ""))?.[0] ?? 0),
    id,
    date: textOf(queue, "qDate"),
    message: (message && trimmed(deepText(message))) || undefined
  })
}

/** Readers of `resData` by the namespace of the object mapping. */
const readers = new Map<string, (element: XmlElement) => ResponseData | undefined>([
  [EppUri.domain, readDomainData],
  [EppUri.contact, readContactData],
  [EppUri.host, readHostData],
  [EppUri.maintenance, readMaintenanceData]
])

/** The first readable element, or the first one as a tree. */
const readData = (elements: ReadonlyArray<XmlElement>): ResponseData | undefined => {
  for (const element of elements) {
    const data = readResponseData(element)
    if (data !== undefined) return data
  }
  const [first] = elements
  return first && { _tag: "UnknownData", element: first }
}

/** One element of data; undefined for one without a codec, and for one that lacks a required part. */
export const readResponseData = (element: XmlElement): ResponseData | undefined => {
  try {
    return readers.get(element.namespace)?.(element)
  } catch (error) {
    if (error instanceof UnreadablePart) return undefined
    throw error
  }
}
