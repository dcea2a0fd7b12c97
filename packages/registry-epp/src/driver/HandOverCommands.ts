import type { Accepted, AuthCodeIssued, Registry } from "@namewright/core/registry"
import { Effect } from "effect"
import type { DomainInfo, DomainUpdate } from "../message/DomainCommand.ts"
import type { EppResponse } from "../message/EppResponse.ts"
import type { OtherUpdate } from "../message/OtherCommand.ts"
import { type ElementTemplate, filled } from "../profile/ElementTemplate.ts"
import type { AuthCodeRequest, ReleaseProfile } from "../profile/RegistryProfile.ts"
import type { XmlElement } from "../xml/XmlElement.ts"
import { change, isDone } from "./ask.ts"
import type { EppAccount } from "./EppAccount.ts"
import { instantOf } from "./eppValues.ts"
import { unsupported } from "./Refusals.ts"

type Commands = Pick<Registry, "requestAuthCode" | "releaseDomain">

/** What lets a name go at registries that know more than transfers: by templates of the profile, or not at all. */
export const handOverCommands = (account: EppAccount): Commands => ({
  requestAuthCode: Effect.fn("EppRegistry.requestAuthCode")((command) => requestAuthCode(account, command)),
  releaseDomain: Effect.fn("EppRegistry.releaseDomain")((command) => releaseDomain(account, command))
})

const requestAuthCode = Effect.fnUntraced(
  function*(account: EppAccount, { command_id, name }: Parameters<Registry["requestAuthCode"]>[0]) {
    const { auth_code_request: way } = account.profile
    if (way === null) return yield* unsupported("The registry makes no auth codes on request")
    const extension = { other: elements(way.extension, { "@name": name }) }
    const command: DomainInfo | DomainUpdate = way.command === "info"
      ? { _tag: "DomainInfo", name, extension }
      : { _tag: "DomainUpdate", name, extension }
    return issued(yield* change(account, command_id, command), way.answer)
  }
)

const elements = (template: ElementTemplate, values: Readonly<Record<string, string | null>>) => {
  const element = filled(template, values)
  return element === undefined ? [] : [element]
}

const issued = (response: EppResponse, { auth_code, expires_on, recipient }: AuthCodeRequest["answer"]) => {
  const { data, extension: { other } } = response
  const own = data?._tag === "DomainData" ? data.authInfo?.password ?? "" : ""
  const named = (name: string | null) => name === null ? [] : other.flatMap((element) => textsOf(element, name))
  const answer: AuthCodeIssued = {
    completed: isDone(response),
    auth_code: own === "" ? named(auth_code)[0] ?? null : own,
    expires_on: instantOf(named(expires_on)[0]),
    recipients: named(recipient)
  }
  return answer
}

/** The texts of all elements of that local name, wherever they stand. */
const textsOf = (element: XmlElement, name: string): ReadonlyArray<string> => [
  ...(element.name === name && element.text.trim() !== "" ? [element.text.trim()] : []),
  ...element.children.flatMap((child) => textsOf(child, name))
]

const releaseDomain = Effect.fnUntraced(
  function*(account: EppAccount, command: Parameters<Registry["releaseDomain"]>[0]) {
    const { command_id, keep_delegation, name, recipient } = command
    const { release: way } = account.profile
    if (way === null || !way.recipients.includes(recipient === null ? "registry" : "registrar")) {
      return yield* unsupported("Names are not released so at this registry")
    }
    const values = { "@name": name, "@recipient": recipient, "@keep_delegation": String(keep_delegation) }
    const response = yield* change(account, command_id, releaseOf(way, name, elements(way.element, values)))
    const accepted: Accepted = { completed: isDone(response) }
    return accepted
  }
)

const releaseOf = (
  { form }: typeof ReleaseProfile.Type,
  name: string,
  other: ReadonlyArray<XmlElement>
): DomainUpdate | OtherUpdate => {
  const [element] = other
  return form === "object" && element !== undefined
    ? { _tag: "OtherUpdate", element }
    : { _tag: "DomainUpdate", name, extension: { other } }
}
