import { type DomainName, Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import type { DomainUpdate } from "../../message/DomainCommand.ts"
import { EppUri } from "../../message/EppUri.ts"
import { boolean } from "../../xml/SimpleType.ts"
import { childText, type XmlElement } from "../../xml/XmlElement.ts"
import { type Answer, type CommandContext, CommandRefused } from "../Handlers.ts"
import { commandIdOf } from "../transactionOf.ts"

/** The element of this package's own extension in an update, if any; see `schema/handover-1.0.xsd`. */
export const handOverOf = ({ extension }: DomainUpdate): XmlElement | undefined =>
  extension?.other?.find(({ namespace }) => namespace === EppUri.handOver)

/** Commands that prepare a domain for leaving without a transfer, as an update that changes nothing else. */
export const domainHandOver = Effect.fnUntraced(function*(
  element: XmlElement,
  name: DomainName,
  context: CommandContext
) {
  switch (element.name) {
    case "release":
      return yield* release(element, name, context)
    case "issueAuthCode":
      return yield* issueAuthCode(name, context)
    default:
      return yield* new CommandRefused({ code: 2001, text: `${element.name} is not a command of the extension` })
  }
})

const release = Effect.fnUntraced(function*(element: XmlElement, name: DomainName, context: CommandContext) {
  const keep_delegation = boolean(element.attributes["keepDelegation"] ?? "true")
  if (keep_delegation === undefined) {
    return yield* new CommandRefused({ code: 2001, text: "keepDelegation is true or false" })
  }
  const { completed } = yield* context.account.registry.releaseDomain({
    command_id: commandIdOf(context),
    name,
    recipient: childText(element, "recipient") ?? null,
    keep_delegation
  })
  const answer: Answer = { code: completed ? 1000 : 1001 }
  return answer
})

const issueAuthCode = Effect.fnUntraced(function*(name: DomainName, context: CommandContext) {
  const { auth_code, completed, expires_on, recipients } = yield* context.account.registry.requestAuthCode({
    command_id: commandIdOf(context),
    name
  })
  const parts = [
    ...(auth_code === null ? [] : [tree("authCode", auth_code)]),
    ...(expires_on === null ? [] : [tree("expiresOn", Instant.format(expires_on))]),
    ...recipients.map((recipient) => tree("recipient", recipient))
  ]
  const answer: Answer = {
    code: completed ? 1000 : 1001,
    extension: { other: [{ ...tree("authCodeData", ""), children: parts }] }
  }
  return answer
})

const tree = (name: string, text: string): XmlElement => ({
  namespace: EppUri.handOver,
  name,
  attributes: {},
  children: [],
  text
})
