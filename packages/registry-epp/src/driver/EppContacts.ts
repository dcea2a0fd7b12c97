import type { RegistryContactLink, RegistryRefusal } from "@namewright/core/registry"
import { Result } from "effect"
import type { EppContactLink } from "../message/DomainCommand.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import { isHandle } from "./ContactForm.ts"
import { malformed, policy } from "./Refusals.ts"

/** Contacts in the form of a command: the registrant is separate (RFC 5731, section 2.2). */
export interface EppContacts {
  readonly registrant: string | undefined
  readonly contacts: ReadonlyArray<EppContactLink>
}

/** The contacts of a domain in the registry's roles. */
export const eppContacts = (
  links: ReadonlyArray<RegistryContactLink>,
  { contacts: { roles } }: RegistryProfile
): Result.Result<EppContacts, RegistryRefusal> => {
  const stranger = links.find(({ type }) => !roles.includes(type))
  if (stranger !== undefined) return Result.fail(policy(`The registry takes no ${stranger.type} contact`))
  const impossible = links.find(({ handle }) => !isHandle(handle))
  if (impossible !== undefined) return Result.fail(malformed(`No contact can have the handle ${impossible.handle}`))
  return Result.succeed({
    registrant: links.find(({ type }) => type === "registrant")?.handle,
    contacts: links.flatMap(({ handle, type }) => type === "registrant" ? [] : [{ type, id: handle }])
  })
}
