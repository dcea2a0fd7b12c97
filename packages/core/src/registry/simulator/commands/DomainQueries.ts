import { Effect, Option } from "effect"
import { type DomainName, Instant } from "../../../shared/index.ts"
import type { NameAvailability, Registry } from "../../Registry.ts"
import { foreignDomain, type RegistryDomain } from "../../RegistryDomain.ts"
import { authCodeProblem } from "../objects/AuthCode.ts"
import { magicLabel } from "../objects/MagicLabel.ts"
import type { ObjectHistory } from "../objects/ObjectHistory.ts"
import { claimsKey } from "../objects/SimulatedClaims.ts"
import { historyOf, shownTo, shownToOthers, type SimulatedDomain } from "../objects/SimulatedDomain.ts"
import { elsewhere } from "../objects/SimulatedMessage.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { tokenProblem } from "../objects/SimulatedTokens.ts"
import {
  current,
  isOverdue,
  lockCurrent,
  ownRulesOf,
  rulesOf,
  type SimulatedAccount
} from "../time/SimulatedAccount.ts"
import { isReserved, labelProblem, premiumPrices } from "./DomainCreation.ts"

/** Queries of a registrar about domains. */
export const domainQueries = (account: SimulatedAccount): Pick<Registry, "checkDomains" | "infoDomain"> => {
  const checkDomains = Effect.fn("SimulatedRegistry.checkDomains")(function*(
    names: ReadonlyArray<DomainName>,
    token?: string
  ) {
    const now = yield* Instant.now
    const taken = yield* takenNames(account, names, now)
    return yield* Effect.forEach(names, (name) =>
      Effect.map(ownRulesOf(account, name), (tld) =>
        Option.match(tld, {
          onNone: () => unavailable(name, "The registry does not keep such names"),
          onSome: (rules) => availability(account, name, rules, { taken, token })
        })))
  })

  const infoDomain: Registry["infoDomain"] = Effect.fn("SimulatedRegistry.infoDomain")(
    (name, authCode) => Effect.map(domainRecord(account, name, authCode), Option.map(({ domain }) => domain))
  )

  return { checkDomains, infoDomain }
}

/** A domain with the members that the port does not have: its sponsor and history. */
export interface DomainRecord {
  readonly domain: RegistryDomain
  readonly sponsor: string
  /** Null for registrars that neither sponsor the domain nor send its auth code. */
  readonly history: ObjectHistory | null
}

/** The domain with the members that this registrar may see; none if it does not exist. */
export const domainRecord = Effect.fnUntraced(
  function*(account: SimulatedAccount, name: DomainName, authCode: string | undefined) {
    const now = yield* Instant.now
    const tld = yield* rulesOf(account, name)
    const domain = yield* current(account, name, tld, now)
    if (domain === undefined) return magicLabel(name) === "taken" ? Option.some(takenRecord(name)) : Option.none()
    const { sponsor } = domain
    if (sponsor !== account.registrar) {
      if (authCode === undefined) {
        const record: DomainRecord = { domain: shownToOthers(domain, now), sponsor, history: null }
        return Option.some(record)
      }
      const problem = authCodeProblem(domain, authCode, tld.auth_code, now)
      if (problem !== undefined) return yield* problem
    }
    const record: DomainRecord = {
      domain: shownToSponsor(account, domain, tld, now),
      sponsor,
      history: historyOf(domain)
    }
    return Option.some(record)
  }
)

const shownToSponsor = (
  { registrar }: SimulatedAccount,
  domain: SimulatedDomain,
  tld: SimulatedTld,
  now: Instant.Instant
): RegistryDomain => shownTo(domain, { registrar, seesAuthCode: tld.auth_code.shown }, now)

/** The names that exist. Due changes are applied first to domains that may have expired. */
const takenNames = Effect.fnUntraced(
  function*(account: SimulatedAccount, names: ReadonlyArray<DomainName>, now: Instant.Instant) {
    const existing = yield* account.store.existingDomains(account.registry, names)
    const taken = new Set<DomainName>()
    for (const [name, due_on] of existing) {
      const tld = isOverdue(due_on, now) ? Option.getOrUndefined(yield* ownRulesOf(account, name)) : undefined
      const domain = tld === undefined
        ? undefined
        : yield* account.atomically(lockCurrent(account, name, tld, now))
      if (tld === undefined || domain !== undefined) taken.add(name)
    }
    return taken
  }
)

const unavailable = (name: DomainName, reason: string): NameAvailability => ({
  name,
  available: false,
  reason,
  error: null,
  premium: null,
  claims_key: null
})

const availability = (
  { settings }: SimulatedAccount,
  name: DomainName,
  tld: SimulatedTld,
  { taken, token }: { readonly taken: ReadonlySet<DomainName>; readonly token: string | undefined }
): NameAvailability => {
  const premium = premiumPrices(name, settings.currency)
  if (taken.has(name) || magicLabel(name) === "taken") return { ...unavailable(name, "In use"), premium }
  if (isReserved(name, settings.reserved_labels)) return unavailable(name, "Reserved")
  const problem = labelProblem(name, tld) ?? tokenProblem(name, token)
  return problem === undefined
    ? { name, available: true, reason: null, error: null, premium, claims_key: claimsKey(name) }
    : unavailable(name, problem.text)
}

const takenRecord = (name: DomainName): DomainRecord => ({
  domain: takenDomain(name),
  sponsor: elsewhere,
  history: null
})

/** A name that counts as registered because of its label; nothing else of it is known. */
const takenDomain = (name: DomainName): RegistryDomain => ({
  ...foreignDomain(name),
  roid: "D0-TAKEN",
  sponsor_id: elsewhere,
  statuses: ["ok"]
})
