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
import { tokenOfCheck } from "./AllocationTokens.ts"
import { ask, servicesOf } from "./ask.ts"
import type { EppAccount } from "./EppAccount.ts"
import { askedCommands, canAskFees, premiumPrices } from "./Fees.ts"
import { unreadable } from "./Refusals.ts"
import { tldGroup } from "./TldValues.ts"

/**
 * Checks of names in batches of the registry's maximum size. The same command queries fees if the profile has them.
 * Claims are queried by a separate command, because registries refuse both at once.
 */
export const domainChecks = (account: EppAccount): Pick<Registry, "checkDomains"> => ({
  checkDomains: Effect.fn("EppRegistry.checkDomains")(function*(
    names: ReadonlyArray<DomainName>,
    token?: string
  ) {
    const answers = yield* Effect.forEach(batchesOf(account, names), (batch) => checkBatch(account, batch, token))
    const byName = new Map((yield* withClaims(account, answers.flat())).map((answer) => [answer.name, answer]))
    return names.flatMap((name) => byName.get(name) ?? [])
  })
})

/** A command contains the values of one suffix, so names of suffixes with different values are checked separately. */
const batchesOf = (account: EppAccount, names: ReadonlyArray<DomainName>): ReadonlyArray<ReadonlyArray<DomainName>> =>
  Array.fromIterable(Map.groupBy(names, (name) => tldGroup(account, name)).values())
    .flatMap((group) => Array.chunksOf(group, account.profile.names_per_check))

/**
 * One batch. Some registries refuse a batch because of a single name, so a refused batch is repeated in halves. A
 * single name refused as an invalid value is not available; other refusals do not concern the name.
 */
const checkBatch = (
  account: EppAccount,
  names: ReadonlyArray<DomainName>,
  token: string | undefined
): Effect.Effect<ReadonlyArray<NameAvailability>, QueryError> =>
  ask(account, (services) => checkOf(account, { names, token }, services)).pipe(
    Effect.flatMap((response) => answered(account, names, response)),
    Effect.catchTag("RegistryRefusal", (refusal) => {
      if (!isAboutNames(refusal)) return Effect.fail(refusal)
      const [only, ...others] = names
      if (only !== undefined && others.length === 0) return Effect.succeed([refused(only, refusal)])
      const half = Math.ceil(names.length / 2)
      return Effect.zipWith(
        checkBatch(account, names.slice(0, half), token),
        checkBatch(account, names.slice(half), token),
        (first, second) => [...first, ...second]
      )
    })
  )

/**
 * True if a smaller batch may succeed. A missing parameter (2003) is missing from all of them, and 2308 is the rate
 * limit of some registries.
 */
const isAboutNames = ({ reason, result_code }: RegistryRefusal): boolean =>
  (reason === "parameter" && result_code !== parameterMissing) || (reason === "policy" && result_code !== 2308)

/** Names of one command, with the allocation token of the caller. */
interface Checked {
  readonly names: ReadonlyArray<DomainName>
  readonly token: string | undefined
}

const parameterMissing = 2003
const valueSyntax = 2005

const checkOf = (account: EppAccount, checked: Checked, services: EppServices): DomainCheck => {
  const { names } = checked
  const { fee } = account.profile
  const extension = {
    ...(fee !== null && canAskFees(services) ? { fee: feeCheck(fee, services) } : {}),
    ...tokenOfCheck(account, checked, services)
  }
  return { _tag: "DomainCheck", names, ...(Object.keys(extension).length === 0 ? {} : { extension }) }
}

const feeCheck = ({ currency }: typeof FeeProfile.Type, services: EppServices): FeeCheck => ({
  ...(currency === null ? {} : { currency }),
  commands: askedCommands(services).map((name) =>
    name === "restore" ? { name } : { name, period: { value: 1, unit: "y" } }
  )
})

/** Results in the order of the requested names, matched by name without case. */
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
    return Effect.succeed<NameAvailability>({ ...unknown, name, available: answer.available, reason, premium })
  })
}

const indexed = ({ names }: DomainChecked) => new Map(names.map((answer) => [Text.foldCase(answer.id), answer]))

const unknown = { available: false, reason: null, error: null, premium: null, claims_key: null } as const

const refused = (name: DomainName, { message, result_code }: RegistryRefusal): NameAvailability =>
  result_code === valueSyntax
    ? { ...unknown, name, reason: message }
    : { ...unknown, name, error: message }

/** Queries trademark claims of the available names (RFC 8334, section 3.1.1). */
const withClaims = Effect.fnUntraced(function*(account: EppAccount, answers: ReadonlyArray<NameAvailability>) {
  const free = answers.flatMap(({ available, name }) => available ? [name] : [])
  if (!account.profile.claims || free.length === 0) return answers
  const { extensions } = yield* servicesOf(account)
  if (!extensions.has(EppUri.launch)) return answers
  const responses = yield* Effect.forEach(
    batchesOf(account, free),
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

/** Registries refuse the query if no name is in a claims phase. Then there are no claims. */
const claimsOf = (account: EppAccount, names: ReadonlyArray<DomainName>) =>
  ask(account, {
    _tag: "DomainCheck",
    names,
    extension: { launch: { type: "claims", phase: { phase: "claims" } } }
  }).pipe(Effect.catchTag("RegistryRefusal", () => Effect.undefined))
