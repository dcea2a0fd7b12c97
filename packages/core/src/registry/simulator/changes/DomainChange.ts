import { type DateTime, Result } from "effect"
import type { Instant } from "../../../shared/index.ts"
import { IsoDuration } from "../../../tlds/index.ts"
import type { DomainParts, UpdateDomain } from "../../RegistryCommand.ts"
import type { RegistryContactLink, RegistryNameserver } from "../../RegistryDomain.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { newAuthCodeProblem } from "../objects/AuthCode.ts"
import { missingParameter, policy } from "../objects/Refusal.ts"
import type { SimulatedDomain } from "../objects/SimulatedDomain.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { prohibitedBy } from "../time/DomainLife.ts"
import { rolesProblem } from "./ContactRules.ts"
import { delegationProblem, keptNameserver } from "./DelegationRules.ts"
import { dnssecProblem, sameDnssec } from "./DnssecRules.ts"

/** A list after a change. Values to remove must be present, and values to add absent (RFC 5731, section 3.2.5). */
const change = <A>(
  what: string,
  before: ReadonlyArray<A>,
  { add, remove }: { readonly add: ReadonlyArray<A>; readonly remove: ReadonlyArray<A> },
  same: (a: A, b: A) => boolean,
  exchanges = false
): Result.Result<ReadonlyArray<A>, RegistryRefusal> => {
  const has = (list: ReadonlyArray<A>, item: A) => list.some((other) => same(item, other))
  if (remove.some((item) => !has(before, item))) return Result.fail(policy(`A ${what} to remove is not there`))
  if (!exchanges && add.some((item) => has(remove, item))) {
    return Result.fail(policy(`A ${what} is both added and removed`))
  }
  const left = before.filter((item) => !has(remove, item))
  return add.some((item, index) => has(left, item) || has(add.slice(0, index), item))
    ? Result.fail(policy(`A ${what} to add is there already`))
    : Result.succeed([...left, ...add])
}

const isEmpty = ({ contacts, dnssec, nameservers, statuses }: DomainParts): boolean =>
  contacts.length + dnssec.length + nameservers.length + statuses.length === 0

const permissionProblem = (domain: SimulatedDomain, command: UpdateDomain, tld: SimulatedTld) => {
  const { auth_code, attributes, registrant } = command.change
  const empty = isEmpty(command.add) && isEmpty(command.remove) && auth_code === null && registrant === null &&
    Object.keys(attributes).length === 0
  if (empty) return missingParameter("The update changes nothing")
  const lifted = command.remove.statuses.includes("clientUpdateProhibited")
  return prohibitedBy(domain, [
    "serverUpdateProhibited",
    "pendingCreate",
    "pendingDelete",
    "pendingTransfer",
    ...(lifted ? [] : ["clientUpdateProhibited" as const])
  ]) ??
    (registrant !== null && tld.registrant_by_trade
      ? policy(`The registrant of a name under .${tld.suffix} changes by trade`)
      : undefined) ??
    newAuthCodeProblem(auth_code, tld.auth_code)
}

/** The domain after the command, or the refusal. The caller checks that contacts and hosts exist. */
export const changedDomain = (
  domain: SimulatedDomain,
  command: UpdateDomain,
  tld: SimulatedTld,
  now: Instant.Instant
): Result.Result<SimulatedDomain, RegistryRefusal> => {
  const prohibited = permissionProblem(domain, command, tld)
  if (prohibited !== undefined) return Result.fail(prohibited)
  return Result.flatMap(changedLists(domain, command, tld), ({ nameservers, ...lists }) => {
    const next: SimulatedDomain = {
      ...domain,
      client_statuses: lists.statuses,
      nameservers: nameservers.map((nameserver) => keptNameserver(domain.name, nameserver, tld)),
      contacts: withRegistrant(lists.contacts, command.change.registrant),
      dnssec: lists.dnssec,
      attributes: withAttributes(domain.attributes, command.change.attributes),
      ...authCode(domain, command.change.auth_code, tld, now)
    }
    const problem = resultProblem(next, nameservers, command, tld)
    return problem === undefined ? Result.succeed(next) : Result.fail(problem)
  })
}

const changedLists = (domain: SimulatedDomain, { add, remove }: UpdateDomain, tld: SimulatedTld) =>
  Result.all({
    statuses: change("status", domain.client_statuses, both(add, remove, "statuses"), (a, b) => a === b),
    // If hosts are attributes, new glue for the same host replaces the old glue in one command.
    nameservers: change(
      "nameserver",
      domain.nameservers,
      both(add, remove, "nameservers"),
      (a, b) => a.hostname === b.hostname,
      !tld.host_objects
    ),
    contacts: change("contact", domain.contacts, both(add, remove, "contacts"), sameLink),
    dnssec: change("DNSSEC record", domain.dnssec, both(add, remove, "dnssec"), sameDnssec)
  })

const both = <K extends keyof DomainParts>(add: DomainParts, remove: DomainParts, key: K) => ({
  add: add[key],
  remove: remove[key]
})

const sameLink = (a: RegistryContactLink, b: RegistryContactLink) => a.type === b.type && a.handle === b.handle

const withRegistrant = (contacts: ReadonlyArray<RegistryContactLink>, handle: string | null) =>
  handle === null
    ? contacts
    : [{ type: "registrant" as const, handle }, ...contacts.filter(({ type }) => type !== "registrant")]

const withAttributes = (before: Readonly<Record<string, string>>, changes: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ""))

const authCode = (domain: SimulatedDomain, code: string | null, tld: SimulatedTld, now: Instant.Instant) =>
  code === null
    ? { auth_code: domain.auth_code, auth_code_expires_on: domain.auth_code_expires_on }
    : { auth_code: code === "" ? null : code, auth_code_expires_on: code === "" ? null : authCodeExpiry(tld, now) }

/** Expiry of a code that is set now; null for never. */
export const authCodeExpiry = (tld: SimulatedTld, now: Instant.Instant): DateTime.Utc | null =>
  tld.auth_code.validity === null ? null : IsoDuration.addTo(now, tld.auth_code.validity)

/** Checks only the members that the command changed: an existing domain may violate rules for new ones. */
const resultProblem = (
  next: SimulatedDomain,
  nameservers: ReadonlyArray<RegistryNameserver>,
  { add, change: { registrant }, remove }: UpdateDomain,
  tld: SimulatedTld
) => {
  const touches = (key: keyof DomainParts) => add[key].length + remove[key].length > 0
  return (touches("contacts") || registrant !== null ? rolesProblem(next.contacts, tld.roles_on_update) : undefined) ??
    (touches("nameservers") ? delegationProblem(next.name, nameservers, tld) : undefined) ??
    (touches("dnssec") ? dnssecProblem(next.dnssec, tld) : undefined)
}

/** True if the change completes a required verification, which a new registrant does. */
export const completesVerification = (before: SimulatedDomain, command: UpdateDomain): boolean =>
  command.change.registrant !== null && before.verification?.demanded === true
