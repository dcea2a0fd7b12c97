import type { NameAvailability } from "@namewright/core/registry"
import { DomainName, domainNameProblem, normalise } from "@namewright/core/shared"
import { Effect } from "effect"
import type { DomainCheck } from "../../message/DomainCommand.ts"
import { checked, checkSize } from "../checks.ts"
import { feesChecked } from "../fee/feesChecked.ts"
import { type Answer, CommandRefused, type Handler } from "../Handlers.ts"
import { claimsChecked } from "../launch/claimsChecked.ts"

/**
 * `check` of domains (RFC 5731, section 3.1.1), with fees (RFC 8748, section 5.1.1), or for claims (RFC 8334, section
 * 3.1.1). The response to a claims check has no data of the domain mapping.
 */
export const domainCheck: Handler<DomainCheck> = Effect.fnUntraced(function*({ extension, names }, context) {
  const { account } = context
  yield* checkSize(names, context)
  const problems = names.map((name) => domainNameProblem(normalise(name)))
  const sound = names.filter((_, index) => problems[index] === undefined).map((name) =>
    DomainName.make(normalise(name))
  )
  const found = yield* account.registry.checkDomains(sound, extension?.allocationToken)
  const byName = new Map<string, NameAvailability>(found.map((answer) => [answer.name, answer]))
  const { fee, launch } = extension ?? {}
  if (launch !== undefined && launch.type !== "avail") {
    if (fee !== undefined) return yield* new CommandRefused({ code: 2103, text: "fees are not part of a claims check" })
    const answer: Answer = { code: 1000, extension: { launchChecked: yield* claimsChecked(launch, names, byName) } }
    return answer
  }
  const answer: Answer = {
    code: 1000,
    data: {
      _tag: "DomainChecked",
      names: names.map((name, index) => {
        const { available = false, reason = null } = byName.get(normalise(name)) ?? {}
        return checked(name, { available, reason: problems[index] ?? reason })
      })
    },
    ...(fee === undefined ? {} : { extension: { feeChecked: yield* feesChecked(fee, names, context) } })
  }
  return answer
})
