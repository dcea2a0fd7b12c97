import { DateTime, Effect } from "effect"
import { type DomainName, Instant } from "../../../shared/index.ts"
import type { Registry } from "../../Registry.ts"
import type { Accepted, CreateDomain, DomainDeleted, NamedDomain, UpdateDomain } from "../../RegistryCommand.ts"
import { type RegistryRefusal, RegistryTemporary } from "../../RegistryError.ts"
import type { RegistryDecision } from "../../RegistryIntent.ts"
import { keptNameserver } from "../changes/DelegationRules.ts"
import { authCodeExpiry, changedDomain, completesVerification } from "../changes/DomainChange.ts"
import { pricesOf, termPrice } from "../objects/ListPrices.ts"
import { magicLabel } from "../objects/MagicLabel.ts"
import { associationProhibits, objectExists } from "../objects/Refusal.ts"
import { newRoid } from "../objects/RegistryObjectId.ts"
import { creditOf, type SimulatedDomain, updatedBy } from "../objects/SimulatedDomain.ts"
import { subjectOf } from "../objects/SimulatedMessage.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { deleted, deleteProblem, registered, renewed, renewProblem } from "../time/DomainLife.ts"
import { LaterDecision } from "../time/LaterDecision.ts"
import { handleToVerify, nextDue, type Outcome } from "../time/PassingTime.ts"
import { charge, moneyOf } from "../time/RegistrarFunds.ts"
import { changeOwn, keep, later, lockCurrent, rulesOf, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import { createProblem, feeProblem, premiumPrices } from "./DomainCreation.ts"
import { restoreDomain } from "./RestoreCommands.ts"
import { linkChange, linksOf, needContacts, needHosts } from "./UsedObjects.ts"

type Commands = Pick<Registry, "createDomain" | "renewDomain" | "updateDomain" | "deleteDomain" | "restoreDomain">

/** Commands of a sponsor about its domains. */
export const domainCommands = (account: SimulatedAccount): Commands => {
  const createDomain: Commands["createDomain"] = Effect.fn("SimulatedRegistry.createDomain")((command) =>
    account.atomically(create(account, command))
  )

  const renewDomain: Commands["renewDomain"] = Effect.fn("SimulatedRegistry.renewDomain")((command) =>
    changeOwn(account, command.name, (domain, tld, now) =>
      Effect.gen(function*() {
        const price = premiumPrices(command.name, account.settings.currency)?.renew
        const problem = renewProblem(domain, command, tld, now) ?? feeProblem(price, command.period, command.fee)
        if (problem !== undefined) return yield* problem
        const amount = termPrice(pricesOf(command.name, tld.prices).renew, command.period)
        yield* charge(account, amount)
        const next = updatedBy(renewed(domain, command.period, tld, now), account.registrar, now)
        yield* keep(account, command.name, { domain: next, messages: [] }, tld)
        return { completed: true, expires_on: next.expires_on, cost: moneyOf(account, amount) }
      }))
  )

  const updateDomain: Commands["updateDomain"] = Effect.fn("SimulatedRegistry.updateDomain")(function*(command) {
    const accepted = yield* changeOwn(
      account,
      command.name,
      (domain, tld, now) => update(account, command, domain, tld, now)
    )
    if (accepted === "deferred") {
      return yield* new RegistryTemporary({ text: "2400 The name's servers do not show its keys yet" })
    }
    return accepted
  })

  const deleteDomain: Commands["deleteDomain"] = Effect.fn("SimulatedRegistry.deleteDomain")((command) =>
    remove(account, command)
  )

  return {
    createDomain,
    renewDomain,
    updateDomain,
    deleteDomain,
    restoreDomain: (command) => restoreDomain(account, command)
  }
}

/** Deletes a domain, and credits the operations in their grace periods. */
const remove = (account: SimulatedAccount, { name }: NamedDomain): Effect.Effect<DomainDeleted, RegistryRefusal> =>
  changeOwn(account, name, (domain, tld, now) =>
    Effect.gen(function*() {
      const problem = deleteProblem(domain, tld)
      if (problem !== undefined) return yield* problem
      if (domain.subordinate_hosts.length > 0) {
        return yield* associationProhibits(`Hosts below the domain exist: ${domain.subordinate_hosts.join(", ")}`)
      }
      const next = deleted(domain, tld, now)
      const kept = next === null ? null : updatedBy(next, account.registrar, now)
      const amount = creditOf(domain, now)
      const postings = [{ registrar: account.registrar, amount }]
      yield* keep(account, name, { domain: kept, messages: [], postings }, tld)
      return { completed: next === null, credit: amount === 0 ? null : moneyOf(account, amount) }
    }))

const create = Effect.fnUntraced(function*(account: SimulatedAccount, command: CreateDomain) {
  const { name } = command
  const now = yield* Instant.now
  const tld = yield* rulesOf(account, name)
  const problem = createProblem(command, tld, account.settings, now)
  if (problem !== undefined) return yield* problem
  yield* needContacts(account, command.contacts)
  yield* needHosts(account, name, command.nameservers, tld)
  const domain = newDomain(account, command, tld, now, yield* newRoid("D", account.registry), yield* LaterDecision)
  if (!(yield* insert(account, domain, tld, now))) return yield* objectExists("The domain exists")
  const amount = termPrice(pricesOf(name, tld.prices).create, command.period)
  yield* charge(account, amount)
  const { created_on, expires_on, phase } = domain
  return { completed: phase._tag === "Active", created_on, expires_on, cost: moneyOf(account, amount) }
})

/** Inserts the domain first and reads only on a conflict; the existing domain may have expired by then. */
const insert = Effect.fnUntraced(
  function*(account: SimulatedAccount, domain: SimulatedDomain, tld: SimulatedTld, now: Instant.Instant) {
    const stored = { domain, due_on: nextDue(domain, tld) }
    const attempt = account.store.insertDomain(account.registry, stored, linksOf(domain, tld))
    if (yield* attempt) return true
    return (yield* lockCurrent(account, domain.name, tld, now)) === undefined ? yield* attempt : false
  }
)

const newDomain = (
  { registrar, settings }: SimulatedAccount,
  command: CreateDomain,
  tld: SimulatedTld,
  now: Instant.Instant,
  roid: string,
  decision: RegistryDecision | undefined
): SimulatedDomain => {
  const label = magicLabel(command.name)
  const asked = {
    ...blankDomain(command.name, roid, registrar),
    auth_code: command.auth_code === "" ? null : command.auth_code,
    auth_code_expires_on: command.auth_code === null ? null : authCodeExpiry(tld, now),
    contacts: command.contacts,
    nameservers: command.nameservers.map((nameserver) => keptNameserver(command.name, nameserver, tld)),
    dnssec: command.dnssec,
    attributes: command.attributes
  }
  if (decision !== undefined || label === "pending" || label === "pending-refused") {
    const { command_id, period } = command
    const accepts = decision === undefined ? label === "pending" : decision === "approved"
    const decides_on = later(now, settings.decision_time)
    return { ...asked, phase: { _tag: "PendingCreate", decides_on, accepts, period, command_id } }
  }
  const demands_on = later(now, settings.verification_time)
  const holds_on = later(demands_on, settings.verification_hold_time)
  const verification = label === "verify"
    ? { claims: ["name" as const, "email" as const], demands_on, holds_on, demanded: false, held: false }
    : null
  return registered({ ...asked, verification }, command.period, tld, now)
}

/** A domain with only its name, id and sponsor. */
export const blankDomain = (name: DomainName, roid: string, sponsor: string): SimulatedDomain => ({
  name,
  roid,
  sponsor,
  creator: sponsor,
  updater: null,
  updated_on: null,
  phase: { _tag: "Active" },
  created_on: null,
  expires_on: null,
  transferred_on: null,
  auth_code: null,
  auth_code_expires_on: null,
  client_statuses: [],
  server_statuses: [],
  contacts: [],
  nameservers: [],
  subordinate_hosts: [],
  dnssec: [],
  attributes: {},
  grace: [],
  transfer: null,
  verification: null,
  dnssec_deferred_until: null
})

const update = Effect.fnUntraced(
  function*(
    account: SimulatedAccount,
    command: UpdateDomain,
    domain: SimulatedDomain,
    tld: SimulatedTld,
    now: Instant.Instant
  ) {
    const { name } = command
    const changed = yield* Effect.fromResult(changedDomain(domain, command, tld, now))
    const next = updatedBy(changed, account.registrar, now)
    const { registrant } = command.change
    yield* needContacts(account, [
      ...command.add.contacts,
      ...(registrant === null ? [] : [{ type: "registrant" as const, handle: registrant }])
    ])
    yield* needHosts(account, name, command.add.nameservers, tld)
    if (command.add.dnssec.length > 0 && isDeferred(domain, now)) {
      const until = domain.dnssec_deferred_until ?? later(now, account.settings.dnssec_deferral_time)
      yield* keep(account, name, { domain: { ...domain, dnssec_deferred_until: until }, messages: [] }, tld)
      return "deferred" as const
    }
    yield* keep(
      account,
      name,
      completesVerification(domain, command) ? verified(domain, next, now) : withoutMessages(next),
      tld
    )
    yield* account.store.changeLinks(account.registry, name, linkChange(linksOf(domain, tld), linksOf(next, tld)))
    const accepted: Accepted = { completed: true }
    return accepted
  }
)

const withoutMessages = (domain: SimulatedDomain): Outcome => ({ domain, messages: [] })

/** True if the registry still refuses new DNSSEC data. */
const isDeferred = ({ dnssec_deferred_until: until, name }: SimulatedDomain, now: Instant.Instant): boolean => {
  const label = magicLabel(name)
  return label === "defer-always" || (label === "defer" && (until === null || DateTime.isGreaterThan(until, now)))
}

/** The domain after a completed verification, with its hold removed. */
export const verified = (
  before: SimulatedDomain,
  next: SimulatedDomain,
  now: Instant.Instant
): Outcome => ({
  domain: {
    ...next,
    verification: null,
    server_statuses: before.verification?.held === true
      ? next.server_statuses.filter((status) => status !== "serverHold")
      : next.server_statuses
  },
  messages: [{
    registrar: next.sponsor,
    queued_on: now,
    text: `The holder of ${next.name} is verified`,
    payload: { _tag: "VerificationDecided", name: next.name, handle: handleToVerify(before), verified: true },
    subject: subjectOf(next)
  }]
})
