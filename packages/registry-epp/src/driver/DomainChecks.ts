import type { NameAvailability, QueryError, Registry, RegistryRefusal } from "@namewright/core/registry"
import { type DomainName, Text } from "@namewright/core/shared"
import { Array, Effect } from "effect"
import type { FeeCheck } from "../message/CommandExtension.ts"
import type { DomainCheck } from "../message/DomainCommand.ts"
import type { EppResponse } from "../message/EppResponse.ts"
import type { EppServices } from "../message/EppServices.ts"
import { EppUri } from "../message/EppUri.ts"
import type { DomainChecked } from "../message/ResponseData.ts"
import type { FeeProfile } from "../profile/RegistryProfile.ts"
import { ask, servicesOf } from "./ask.ts"
import type { EppAccount } from "./EppAccount.ts"
import { askedCommands, canAskFees, premiumPrices } from "./Fees.ts"
import { unreadable } from "./Refusals.ts"

/**
 * Checks of names, in batches that the registry takes. Fees are asked for in the same command where the profile has
 * them, claims in one of their own: registries refuse both at once.
 */
export const domainChecks = (account: EppAccount): Pick<Registry, "checkDomains"> => ({
  checkDomains: Effect.fn("EppRegistry.checkDomains")(function*(names: ReadonlyArray<DomainName>) {
    const batches = Array.chunksOf(names, account.profile.names_per_check)
    const answers = yield* Effect.forEach(batches, (batch) => checkBatch(account, batch))
    return yield* withClaims(account, answers.flat())
  })
})

/**
 * One batch. Some registries refuse all of it for a single name that they do not like, so a refused batch is asked in
 * halves; a name that is refused alone is not available, and the refusal says why.
 */
const checkBatch = (
  account: EppAccount,
  names: ReadonlyArray<DomainName>
): Effect.Effect<ReadonlyArray<NameAvailability>, QueryError> =>
  ask(account, (services) => checkOf(account, names, services)).pipe(
    Effect.flatMap((response) => answered(account, names, response)),
    Effect.catchTag("RegistryRefusal", (refusal) => {
      if (!isAboutNames(refusal)) return Effect.fail(refusal)
      const [only, ...others] = names
      if (only !== undefined && others.length === 0) return Effect.succeed([unavailable(only, refusal.message)])
      const half = Math.ceil(names.length / 2)
      return Effect.zipWith(
        checkBatch(account, names.slice(0, half)),
        checkBatch(account, names.slice(half)),
        (first, second) => [...first, ...second]
      )
    })
  )

/** 2308 is how some registries say that they are asked too often; to ask more would make it worse. */
const isAboutNames = ({ reason, result_code }: RegistryRefusal): boolean =>
  reason === "parameter" || (reason === "policy" && result_code !== 2308)

const checkOf = (
  { profile }: EppAccount,
  names: ReadonlyArray<DomainName>,
  services: EppServices
): DomainCheck => ({
  _tag: "DomainCheck",
  names,
  ...(profile.fee !== null && canAskFees(services) ? { extension: { fee: feeCheck(profile.fee, services) } } : {})
})

const feeCheck = ({ currency }: typeof FeeProfile.Type, services: EppServices): FeeCheck => ({
  ...(currency === null ? {} : { currency }),
  commands: askedCommands(services).map((name) =>
    name === "restore" ? { name } : { name, period: { value: 1, unit: "y" } }
  )
})

/** The answers in the order of the question, whatever order the registry chose; matched by name without case. */
const answered = (
  { profile }: EppAccount,
  names: ReadonlyArray<DomainName>,
  { data, extension }: EppResponse
): Effect.Effect<ReadonlyArray<NameAvailability>, QueryError> => {
  if (data?._tag !== "DomainChecked") return Effect.fail(unreadable("result of the check"))
  const byName = indexed(data)
  const fees = new Map(extension.feeChecked?.names.map((fee) => [Text.foldCase(fee.id), fee]))
  return Effect.forEach(names, (name) => {
    const answer = byName.get(name)
    if (answer === undefined) return Effect.fail(unreadable(`word on ${name}`))
    const fee = fees.get(name)
    const reason = answer.available ? null : answer.reason ?? fee?.reason ?? "In use"
    const premium = fee === undefined
      ? null
      : premiumPrices(fee, extension.feeChecked?.currency ?? "", profile)
    return Effect.succeed<NameAvailability>({ name, available: answer.available, reason, premium, claims_key: null })
  })
}

const indexed = ({ names }: DomainChecked) => new Map(names.map((answer) => [Text.foldCase(answer.id), answer]))

const unavailable = (name: DomainName, reason: string): NameAvailability => ({
  name,
  available: false,
  reason,
  premium: null,
  claims_key: null
})

/** Asks whether trademark holders have recorded the free names (RFC 8334, section 3.1.1). */
const withClaims = Effect.fnUntraced(function*(account: EppAccount, answers: ReadonlyArray<NameAvailability>) {
  const free = answers.flatMap(({ available, name }) => available ? [name] : [])
  if (!account.profile.claims || free.length === 0) return answers
  const { extensions } = yield* servicesOf(account)
  if (!extensions.has(EppUri.launch)) return answers
  const responses = yield* Effect.forEach(
    Array.chunksOf(free, account.profile.names_per_check),
    (names) => claimsOf(account, names)
  )
  const keys = new Map(
    responses.flatMap((response) =>
      response?.extension.launchChecked?.names.flatMap(({ claimKeys: [first], exists, name }) =>
        exists ? [[Text.foldCase(name), first?.key ?? null] as const] : []
      ) ?? []
    )
  )
  return answers.map((answer) => ({ ...answer, claims_key: keys.get(answer.name) ?? null }))
})

/** A registry refuses the question when no name of it is in a claims phase; then nobody has claimed anything. */
const claimsOf = (account: EppAccount, names: ReadonlyArray<DomainName>) =>
  ask(account, {
    _tag: "DomainCheck",
    names,
    extension: { launch: { type: "claims", phase: { phase: "claims" } } }
  }).pipe(Effect.catchTag("RegistryRefusal", () => Effect.undefined))
