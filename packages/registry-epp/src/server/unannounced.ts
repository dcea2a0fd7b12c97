import type { EppCommand } from "../message/EppCommand.ts"
import type { EppServices } from "../message/EppServices.ts"
import { EppUri } from "../message/EppUri.ts"

/** Extensions of commands by member name. */
const commandExtensions = [
  ["secDNS", EppUri.secDNS],
  ["rgp", EppUri.rgp],
  ["fee", EppUri.fee],
  ["launch", EppUri.launch],
  ["allocationToken", EppUri.allocationToken]
] as const

/** Refusal of a command with a namespace that was not announced at login; undefined if all were announced. */
export const unannounced = (
  command: EppCommand,
  { extensions, objects }: EppServices
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

/** The namespace of the object mapping of a command or response; undefined for others. */
export const objectUri = (tag: string): string | undefined => {
  if (tag.startsWith("Domain")) return EppUri.domain
  if (tag.startsWith("Contact")) return EppUri.contact
  return tag.startsWith("Host") ? EppUri.host : undefined
}
