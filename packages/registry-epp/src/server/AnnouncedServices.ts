import { Result } from "effect"
import type { EppCommand } from "../message/EppCommand.ts"
import type { EppResponse } from "../message/EppResponse.ts"
import { EppUri } from "../message/EppUri.ts"
import type { ResponseData } from "../message/ResponseData.ts"
import type { ResponseExtension } from "../message/ResponseExtension.ts"
import { unhandledNamespace } from "../message/unhandledNamespace.ts"
import { writeServerMessage } from "../message/writeServerMessage.ts"
import { readXml } from "../xml/readXml.ts"
import { child, type XmlElement } from "../xml/XmlElement.ts"

/** The object services and extensions that a client announced at its login. */
export interface AnnouncedServices {
  readonly objects: ReadonlySet<string>
  readonly extensions: ReadonlySet<string>
}

const objectUri = (tag: string): string | undefined => {
  if (tag.startsWith("Domain")) return EppUri.domain
  if (tag.startsWith("Contact")) return EppUri.contact
  return tag.startsWith("Host") ? EppUri.host : undefined
}

/** The extensions of commands by their name in them. */
const commandExtensions = [
  ["secDNS", EppUri.secDNS],
  ["rgp", EppUri.rgp],
  ["fee", EppUri.fee],
  ["launch", EppUri.launch],
  ["allocationToken", EppUri.allocationToken]
] as const

/** The extensions of responses by their name in them. */
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

/** Why a command is none of this session; undefined when everything in it was announced. */
export const unannounced = (
  command: EppCommand,
  { extensions, objects }: AnnouncedServices
): { readonly code: 2103 | 2307; readonly detail: string } | undefined => {
  const object = objectUri(command._tag)
  if (object !== undefined && !objects.has(object)) {
    return { code: 2307, detail: `${object} was not announced at login` }
  }
  const used = "extension" in command ? command.extension : undefined
  if (used === undefined) return undefined
  const extension = commandExtensions.find(([name, uri]) => name in used && !extensions.has(uri))
  if (extension !== undefined) return { code: 2103, detail: `${extension[1]} was not announced at login` }
  const tree = used.other?.find(({ namespace }) => !extensions.has(namespace))
  return tree === undefined ? undefined : { code: 2103, detail: `${tree.namespace} was not announced at login` }
}

/**
 * A response as the client can read it: what it did not announce is taken out, and stands beside the result in the form
 * of RFC 9038 for clients that announced to know that.
 */
export const readable = (response: EppResponse, announced: AnnouncedServices): EppResponse => {
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
  return objectUri(data._tag) ?? EppUri.domain
}

const withReasons = (response: EppResponse, trees: ReadonlyArray<XmlElement>): EppResponse => {
  const [first, ...rest] = response.results
  const reasons = trees.map(unhandledNamespace)
  return { ...response, results: [{ ...first, reasons: [...first.reasons, ...reasons] }, ...rest] }
}

/** The elements of the whole response whose namespaces the client did not announce. */
const hiddenTrees = (
  response: EppResponse,
  { extensions, objects }: AnnouncedServices
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
