import { Result } from "effect"
import { readXml } from "../xml/readXml.ts"
import { child, type XmlElement } from "../xml/XmlElement.ts"
import type { EppResponse } from "./EppResponse.ts"
import { EppUri } from "./EppUri.ts"
import { unhandledNamespace } from "./unhandledNamespace.ts"
import { writeServerMessage } from "./writeServerMessage.ts"

/** The services that a client named at its login. */
export interface AnnouncedServices {
  readonly objects: ReadonlySet<string>
  readonly extensions: ReadonlySet<string>
}

/**
 * The answer without data and extensions that the client did not announce. They become reasons of the first result for a
 * client that understands RFC 9038, and are left out for others, whom an unknown namespace may break.
 */
export const announcedOnly = (response: EppResponse, announced: AnnouncedServices): EppResponse => {
  const isAnnounced = ({ namespace }: XmlElement) =>
    announced.objects.has(namespace) || announced.extensions.has(namespace)
  const { data, extension } = treesOf(response)
  const unhandled = [...data, ...extension].filter((element) => !isAnnounced(element))
  if (unhandled.length === 0) return response
  const [first, ...others] = response.results
  const reasons = announced.extensions.has(EppUri.unhandledNamespaces) ? unhandled.map(unhandledNamespace) : []
  const { data: told, ...rest } = response
  return {
    ...rest,
    ...(told !== undefined && data.every(isAnnounced) ? { data: told } : {}),
    results: [{ ...first, reasons: [...first.reasons, ...reasons] }, ...others],
    extension: { other: extension.filter(isAnnounced) }
  }
}

/** What stands in the answer's `resData` and `extension`, as it will be written. */
const treesOf = (response: EppResponse) => {
  const root = Result.getOrThrowWith(readXml(writeServerMessage(response)), (problem) => new Error(problem))
  const written = child(root, "response")
  const inside = (name: string) => (written && child(written, name)?.children) ?? []
  return { data: inside("resData"), extension: inside("extension") }
}
