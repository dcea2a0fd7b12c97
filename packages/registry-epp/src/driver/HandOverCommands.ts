import type { AuthCodeIssued, Registry } from "@namewright/core/registry"
import { Effect } from "effect"
import type { DomainInfo, DomainUpdate } from "../message/DomainCommand.ts"
import type { EppResponse } from "../message/EppResponse.ts"
import type { OtherUpdate } from "../message/OtherCommand.ts"
import { type ElementTemplate, filled, type SlotValues } from "../profile/ElementTemplate.ts"
import type { AuthCodeRequest } from "../profile/RegistryProfile.ts"
import { trimmed } from "../xml/whiteSpace.ts"
import type { XmlElement } from "../xml/XmlElement.ts"
import { acknowledgement, change, isDone, servicesOf } from "./ask.ts"
import type { EppAccount } from "./EppAccount.ts"
import { instantOf } from "./eppValues.ts"
import { unsupported } from "./Refusals.ts"

type Commands = Pick<Registry, "requestAuthCode" | "releaseDomain">

/** Release of domains and registry-generated auth codes, by templates of the profile; unsupported without templates. */
export const handOverCommands = (account: EppAccount): Commands => ({
  requestAuthCode: Effect.fn("EppRegistry.requestAuthCode")((command) => requestAuthCode(account, command)),
  releaseDomain: Effect.fn("EppRegistry.releaseDomain")((command) => releaseDomain(account, command))
})

const requestAuthCode = Effect.fnUntraced(
  function*(account: EppAccount, { command_id, name }: Parameters<Registry["requestAuthCode"]>[0]) {
    const { auth_code_request: way } = account.profile
    if (way === null) return yield* unsupported("The registry makes no auth codes on request")
    const element = yield* ownElement(account, way.extension, { "@name": name })
    const extension = { other: [element] }
    const command: DomainInfo | DomainUpdate = way.command === "info"
      ? { _tag: "DomainInfo", name, extension }
      : { _tag: "DomainUpdate", name, extension }
    return issued(yield* change(account, command_id, command), way.answer)
  }
)

/** Without the element the command would have another meaning, so it is not sent in sessions without the extension. */
const ownElement = Effect.fnUntraced(function*(account: EppAccount, template: ElementTemplate, values: SlotValues) {
  const { extensions: announced } = yield* servicesOf(account)
  return filled(template, { values, announced }) ?? (yield* unsupported("The registry does not offer its extension"))
})

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

/** Texts of all elements with this local name, at any depth. */
const textsOf = (element: XmlElement, name: string): ReadonlyArray<string> => [
  ...(element.name === name && trimmed(element.text) !== "" ? [trimmed(element.text)] : []),
  ...element.children.flatMap((child) => textsOf(child, name))
]

const releaseDomain = Effect.fnUntraced(
  function*(account: EppAccount, order: Parameters<Registry["releaseDomain"]>[0]) {
    const { command_id, keep_delegation, name, recipient } = order
    const { release: way } = account.profile
    if (way === null || !way.recipients.includes(recipient === null ? "registry" : "registrar")) {
      return yield* unsupported("Names are not released so at this registry")
    }
    const values = { "@name": name, "@recipient": recipient, "@keep_delegation": String(keep_delegation) }
    const element = yield* ownElement(account, way.element, values)
    const command: DomainUpdate | OtherUpdate = way.form === "object"
      ? { _tag: "OtherUpdate", element }
      : { _tag: "DomainUpdate", name, extension: { other: [element] } }
    const response = yield* change(account, command_id, command)
    return acknowledgement(response)
  }
)
