import { Instant } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { ContactUpdate } from "../message/ContactCommand.ts"
import { EppUri } from "../message/EppUri.ts"
import { child, childText, type XmlElement } from "../xml/XmlElement.ts"
import { type Answer, type CommandContext, CommandRefused } from "./Handlers.ts"
import { commandIdOf } from "./transactionOf.ts"

const decodeInstant = Schema.decodeUnknownOption(Instant.Instant)

/** The element of nic.at's verification extension in an update, if any. */
export const reportOf = ({ extension }: ContactUpdate): XmlElement | undefined =>
  extension?.other?.find(({ namespace }) => namespace === EppUri.verification)

/** Report of a verified contact, as an update that changes nothing else. A report of a failure changes nothing. */
export const verificationReport = Effect.fnUntraced(function*(
  element: XmlElement,
  { add, change, id, remove }: ContactUpdate,
  context: CommandContext
) {
  if (add !== undefined || remove !== undefined || change !== undefined) {
    return yield* new CommandRefused({ code: 2002, text: "A report of a verification changes nothing else" })
  }
  const report = element.name === "update" ? child(element, "report") : undefined
  const result = report === undefined ? undefined : childText(report, "result")
  if (report === undefined || (result !== "success" && result !== "failure")) {
    return yield* new CommandRefused({ code: 2001, text: "The extension of an update is a report with its result" })
  }
  const verified_on = decodeInstant(childText(report, "verificationDate"))
  const [method, reference] = [childText(report, "method"), childText(report, "reference")]
  if (Option.isNone(verified_on) || method === undefined || reference === undefined) {
    return yield* new CommandRefused({ code: 2003, text: "A report has a date, a method and a reference" })
  }
  const done: Answer = { code: 1000 }
  if (result === "failure") return done
  const { completed } = yield* context.account.registry.reportVerification({
    command_id: commandIdOf(context),
    handle: id,
    claims: [],
    method,
    proof: method,
    reference,
    verified_on: verified_on.value
  })
  const answer: Answer = { code: completed ? 1000 : 1001 }
  return answer
})
