import { type AgreedFee, type QueryError, RegistryRefusal } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Effect } from "effect"
import type { FeeAgreement, FeeQuestion } from "../message/CommandExtension.ts"
import type { FeeAnswer } from "../message/ResponseExtension.ts"
import { ask, servicesOf } from "./ask.ts"
import type { EppAccount } from "./EppAccount.ts"
import { canAskFees, isAgreed } from "./Fees.ts"
import { unreadable } from "./Refusals.ts"

/**
 * Fee extension of a command whose caller agreed to a fee: the parts that the registry returned just before, if they
 * add up to exactly the same amount in the same currency (RFC 8748, section 5.2). Otherwise the price has changed, and
 * the command is not sent. Undefined if no fee was agreed or the registry has no fees.
 */
export const feeAgreement: (
  account: EppAccount,
  name: DomainName,
  question: FeeQuestion,
  agreed: AgreedFee | null
) => Effect.Effect<{ readonly fee?: FeeAgreement }, QueryError> = Effect.fnUntraced(function*(
  account,
  name,
  question,
  agreed
) {
  const { fee: profile } = account.profile
  if (agreed === null || profile === null) return {}
  if (!canAskFees(yield* servicesOf(account))) return {}
  const currency = profile.currency === null ? {} : { currency: profile.currency }
  const { extension } = yield* ask(account, {
    _tag: "DomainCheck",
    names: [name],
    extension: { fee: { ...currency, commands: [question] } }
  })
  const checked = extension.feeChecked
  const answer = checked?.names[0]?.commands.find((command) => command.name === question.name)
  if (checked === undefined || answer === undefined) return yield* unreadable(`fee of ${name}`)
  if (!isAgreed(answer, checked.currency, agreed)) return yield* anotherPrice(answer, checked.currency)
  return { fee: { currency: checked.currency, fees: answer.fees, credits: answer.credits } }
})

const anotherPrice = ({ credits, fees }: FeeAnswer, currency: string) =>
  new RegistryRefusal({
    reason: "parameter",
    result_code: null,
    text: fees.length === 0
      ? "The registry names no fee for this"
      : `The fee of the registry is ${[...fees, ...credits].map(part).join(" + ")} ${currency}, not what was agreed on`
  })

const part = ({ amount, description }: FeeAnswer["fees"][number]): string =>
  description === undefined ? amount : `${amount} (${description})`
