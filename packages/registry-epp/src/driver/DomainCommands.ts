import type { DomainDeleted, DomainRenewed, NamedDomain, Registry } from "@namewright/core/registry"
import { DateTime, Effect, Option } from "effect"
import type { EppPeriod } from "../message/EppPeriod.ts"
import { filledAll } from "../profile/ElementTemplate.ts"
import { acknowledgement, change, isDone } from "./ask.ts"
import { createDomain } from "./DomainCreation.ts"
import { rawDomain } from "./DomainQueries.ts"
import { restoreDomain } from "./DomainRestore.ts"
import { updateDomain } from "./DomainUpdate.ts"
import type { EppAccount } from "./EppAccount.ts"
import { eppPeriod, instantOf } from "./eppValues.ts"
import { feeAgreement } from "./FeeAgreements.ts"
import { costOf, creditOf } from "./Fees.ts"
import type { ForeignHosts } from "./ForeignHosts.ts"
import { malformed, unsupported } from "./Refusals.ts"

type Commands = Pick<Registry, "createDomain" | "renewDomain" | "updateDomain" | "deleteDomain" | "restoreDomain">

/** Domain commands of the driver (RFC 5731, section 3.2). */
export const domainCommands = (account: EppAccount, foreignHosts: ForeignHosts): Commands => ({
  createDomain: Effect.fn("EppRegistry.createDomain")((command) => createDomain(account, foreignHosts, command)),
  renewDomain: Effect.fn("EppRegistry.renewDomain")((command) => renewDomain(account, command)),
  updateDomain: Effect.fn("EppRegistry.updateDomain")((command) => updateDomain(account, foreignHosts, command)),
  deleteDomain: Effect.fn("EppRegistry.deleteDomain")((command) => deleteDomain(account, command)),
  restoreDomain: Effect.fn("EppRegistry.restoreDomain")((command) => restoreDomain(account, command))
})

const renewDomain = Effect.fnUntraced(
  function*(account: EppAccount, command: Parameters<Registry["renewDomain"]>[0]) {
    const { profile } = account
    if (!profile.renews) return yield* unsupported("Names renew by themselves at this registry")
    const { command_id, name } = command
    const period = eppPeriod(command.period, profile.period)
    if (period === null) return yield* malformed("The registry does not renew for this period")
    const fee = yield* feeAgreement(account, name, { name: "renew", ...withPeriod(period) }, command.fee)
    const currentExpiry = yield* expiryDay(account, command)
    const response = yield* change(account, command_id, ({ extensions: announced }) => ({
      _tag: "DomainRenew",
      name,
      currentExpiry,
      ...withPeriod(period),
      extension: { ...fee, other: filledAll(profile.templates.domain_renew, { values: { "@name": name }, announced }) }
    }))
    const { data } = response
    const renewed: DomainRenewed = {
      completed: isDone(response),
      expires_on: data?._tag === "DomainRenewedData" ? instantOf(data.expiresOn) : null,
      cost: costOf(response)
    }
    return renewed
  }
)

/** The `period` field, absent if the profile omits it. */
const withPeriod = (period: EppPeriod | undefined) => period === undefined ? {} : { period }

/**
 * Day of expiry as the registry writes it. A registry that writes local time may use another day than UTC at that time.
 * Then the day is queried, and used only if it is the expiry that the caller has seen.
 */
const expiryDay = Effect.fnUntraced(
  function*(account: EppAccount, { current_expiry_date, name }: Parameters<Registry["renewDomain"]>[0]) {
    if (account.profile.expiry_day === "utc") return current_expiry_date
    const domain = yield* rawDomain(account, name)
    const written = Option.getOrUndefined(domain)?.expiresOn
    const instant = instantOf(written)
    const isSeen = instant !== null && DateTime.formatIsoDateUtc(instant) === current_expiry_date
    return isSeen && written !== undefined ? written.slice(0, current_expiry_date.length) : current_expiry_date
  }
)

const deleteDomain = Effect.fnUntraced(function*(account: EppAccount, { command_id, name }: NamedDomain) {
  const { domain_delete } = account.profile.templates
  const response = yield* change(account, command_id, ({ extensions: announced }) => ({
    _tag: "DomainDelete",
    name,
    extension: { other: filledAll(domain_delete, { values: { "@name": name }, announced }) }
  }))
  const deleted: DomainDeleted = { ...acknowledgement(response), credit: creditOf(response) }
  return deleted
})
