import { Effect, Option } from "effect"
import { maskedAddress } from "../../maskedAddress.ts"
import type { Registry } from "../../Registry.ts"
import type { Accepted, AuthCodeIssued, ReleaseDomain } from "../../RegistryCommand.ts"
import { authCodeExpiry } from "../changes/DomainChange.ts"
import { makeAuthCode } from "../objects/AuthCode.ts"
import { unsupported, useError } from "../objects/Refusal.ts"
import { isTransferPending, type SimulatedDomain } from "../objects/SimulatedDomain.ts"
import { registryItself } from "../objects/SimulatedMessage.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { prohibitedBy } from "../time/DomainLife.ts"
import { handleToVerify } from "../time/PassingTime.ts"
import { changeOwn, keep, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import { leaveProblem } from "../time/TransferLife.ts"
import { move } from "./TransferCommands.ts"
import { linkChange, linksOf } from "./UsedObjects.ts"

type Commands = Pick<Registry, "requestAuthCode" | "releaseDomain">

/** Commands with which a sponsor prepares a domain for leaving, at registries with more than transfers. */
export const handOverCommands = (account: SimulatedAccount): Commands => ({
  requestAuthCode: Effect.fn("SimulatedRegistry.requestAuthCode")(({ name }) =>
    changeOwn(account, name, (domain, tld, now) =>
      Effect.gen(function*() {
        if (!tld.auth_code.required || tld.auth_code.set_by_registrar) {
          return yield* unsupported("The registry makes no auth codes")
        }
        const problem = prohibitedBy(domain, [
          "clientTransferProhibited",
          "serverTransferProhibited",
          "pendingCreate",
          "pendingDelete",
          "pendingTransfer"
        ])
        if (problem !== undefined) return yield* problem
        const auth_code = yield* makeAuthCode(tld.auth_code)
        const expires_on = authCodeExpiry(tld, now)
        const next = { ...domain, auth_code, auth_code_expires_on: expires_on }
        yield* keep(account, name, { domain: next, messages: [] }, tld)
        const issued: AuthCodeIssued = tld.auth_code.shown
          ? { completed: true, auth_code, expires_on, recipients: [] }
          : { completed: true, auth_code: null, expires_on, recipients: yield* recipients(account, domain) }
        return issued
      }))
  ),

  releaseDomain: Effect.fn("SimulatedRegistry.releaseDomain")((command) =>
    changeOwn(account, command.name, (domain, tld, now) =>
      Effect.gen(function*() {
        const gaining = command.recipient ?? registryItself
        if (gaining === account.registrar) return yield* useError("The domain is the registrar's own")
        if (command.recipient === null ? !tld.releases_to_registry : tld.auth_code.required) {
          return yield* unsupported(`Names under .${tld.suffix} are not released so`)
        }
        const asked = isTransferPending(domain) && domain.transfer?.gaining === gaining ? domain.transfer : null
        const problem = asked === null ? leaveProblem(domain, tld, now) : undefined
        if (problem !== undefined) return yield* problem
        const transfer = asked ?? {
          status: "pending" as const,
          gaining,
          losing: account.registrar,
          requested_on: now,
          acts_on: now,
          acts_by: "clientApproved" as const,
          term: null,
          expires_on: domain.expires_on
        }
        const left = yield* withoutDelegation(account, domain, command, tld)
        yield* move(account, left, transfer, "clientApproved", tld, now)
        const accepted: Accepted = { completed: true }
        return accepted
      }))
  )
})

const withoutDelegation = Effect.fnUntraced(
  function*(account: SimulatedAccount, domain: SimulatedDomain, { keep_delegation }: ReleaseDomain, tld: SimulatedTld) {
    if (keep_delegation) return domain
    const next: SimulatedDomain = { ...domain, nameservers: [], dnssec: [] }
    const change = linkChange(linksOf(domain, tld), linksOf(next, tld))
    yield* account.store.changeLinks(account.registry, domain.name, change)
    return next
  }
)

/** Masked recipients of an auth code that was sent by mail. */
const recipients = Effect.fnUntraced(function*(account: SimulatedAccount, domain: SimulatedDomain) {
  const handle = handleToVerify(domain)
  if (handle === null) return []
  const contact = yield* account.store.findContact(account.registry, handle)
  return Option.match(contact, {
    onNone: () => [],
    onSome: ({ email }) => [maskedAddress(email)]
  })
})
