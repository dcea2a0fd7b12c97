import { RegistryRefusal, type RenewDomain } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import type { DomainRenew } from "../../message/DomainCommand.ts"
import { present } from "../../message/present.ts"
import { agreedFee } from "../fee/agreedFee.ts"
import { chargedFor } from "../fee/chargedFor.ts"
import type { Answer, Handler } from "../Handlers.ts"
import { domainName } from "../names.ts"
import { commandIdOf } from "../transactionOf.ts"
import { termOf } from "./domainCreate.ts"

/** `renew` of a domain (RFC 5731, section 3.2.3). */
export const domainRenew: Handler<DomainRenew> = Effect.fnUntraced(function*(command, context) {
  const { account } = context
  const name = yield* domainName(command.name)
  const tld = yield* account.domains.rules(name)
  const order: RenewDomain = {
    command_id: commandIdOf(context),
    name,
    // The schema allows a time zone after the date; it is ignored.
    current_expiry_date: command.currentExpiry.slice(0, 10),
    period: termOf(command.period, tld.renewal_periods),
    fee: yield* agreedFee(command.extension?.fee, present({ name: "renew", period: command.period }), name, context)
  }
  const { completed, cost, expires_on } = yield* Effect.mapError(account.registry.renewDomain(order), asValueProblem)
  const answer: Answer = {
    code: completed ? 1000 : 1001,
    data: present({
      _tag: "DomainRenewedData",
      name,
      expiresOn: expires_on === null ? undefined : Instant.format(expires_on)
    }),
    extension: yield* chargedFor("renew", cost, command.extension?.fee, context)
  }
  return answer
})

/**
 * The simulated registry refuses a wrong date or term as not eligible (2105). Strict servers respond with a value
 * error.
 */
const asValueProblem = <E>(error: E): E | RegistryRefusal =>
  error instanceof RegistryRefusal && error.result_code === 2105
    ? new RegistryRefusal({ reason: "policy", result_code: 2306, text: error.text })
    : error
