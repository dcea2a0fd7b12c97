import { DateTime, Effect, Option } from "effect"
import { Instant } from "../../../shared/index.ts"
import type { Registry } from "../../Registry.ts"
import type { Accepted } from "../../RegistryCommand.ts"
import type { ContactPolicy } from "../objects/ContactPolicy.ts"
import { policy, unsupported } from "../objects/Refusal.ts"
import { handleToVerify } from "../time/PassingTime.ts"
import { keep, lockCurrent, ownRulesOf, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import { lockOwnContact } from "./ContactTransfers.ts"
import { verified } from "./DomainCommands.ts"

type Commands = Pick<Registry, "reportVerification">

/**
 * Reports of verifications. The registry accepts every report at once: it ends the demands for all domains whose
 * registrant the contact is, with a message for each. A report without a demand changes nothing.
 */
export const verificationCommands = (account: SimulatedAccount, { taken }: ContactPolicy): Commands => ({
  reportVerification: Effect.fn("SimulatedRegistry.reportVerification")(({ handle, verified_on }) =>
    account.atomically(Effect.gen(function*() {
      if (!taken) return yield* unsupported("The registry takes no contacts")
      const now = yield* Instant.now
      // Before the contact, as a registration locks them.
      const names = yield* account.store.domainsUsingContact(account.registry, handle)
      for (const name of names) {
        const tld = yield* ownRulesOf(account, name)
        if (Option.isNone(tld)) continue
        const domain = yield* lockCurrent(account, name, tld.value, now)
        if (domain === undefined || domain.sponsor !== account.registrar) continue
        if (domain.verification?.demanded !== true || handleToVerify(domain) !== handle) continue
        yield* keep(account, name, verified(domain, domain, now), tld.value)
      }
      yield* lockOwnContact(account, handle)
      if (DateTime.isGreaterThan(verified_on, now)) return yield* policy("The verification is in the future")
      const accepted: Accepted = { completed: true }
      return accepted
    }))
  )
})
