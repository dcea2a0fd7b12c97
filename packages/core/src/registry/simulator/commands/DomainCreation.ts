import { type Instant, Money, Period } from "../../../shared/index.ts"
import { claimsNoticeProblem } from "../../claims/claimsNoticeProblem.ts"
import type { PremiumPrices } from "../../Registry.ts"
import type { AgreedFee, CreateDomain } from "../../RegistryCommand.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { rolesProblem } from "../changes/ContactRules.ts"
import { delegationProblem } from "../changes/DelegationRules.ts"
import { dnssecProblem } from "../changes/DnssecRules.ts"
import { newAuthCodeProblem } from "../objects/AuthCode.ts"
import { isPremium, listPrices, pricesOf, termPrice } from "../objects/ListPrices.ts"
import { magicLabel } from "../objects/MagicLabel.ts"
import { malformed, missingParameter, objectExists, outOfRange, policy, statusProhibits } from "../objects/Refusal.ts"
import { claimsKey } from "../objects/SimulatedClaims.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { tokenProblem } from "../objects/SimulatedTokens.ts"
import type { SimulatorSettings } from "../time/SimulatedAccount.ts"

/** Problem of the label; undefined if the registry can register it. */
export const labelProblem = (name: string, tld: SimulatedTld): RegistryRefusal | undefined => {
  const label = name.slice(0, -(tld.suffix.length + 1))
  if (label.length < tld.label.min || label.length > tld.label.max) {
    return malformed(`A label under .${tld.suffix} has ${tld.label.min} to ${tld.label.max} characters`)
  }
  return label.startsWith("xn--") && !tld.label.international
    ? policy(`International names are not registered under .${tld.suffix}`)
    : undefined
}

/** Problem of the language tag of an international name. */
const languageProblem = ({ idn_language = null, name }: CreateDomain, { languages }: SimulatedTld) => {
  if (languages === null || !name.startsWith("xn--")) return undefined
  if (idn_language === null) return missingParameter("The language tag of the name is missing")
  return languages.includes(idn_language) ? undefined : outOfRange("The registry has no table of this language")
}

/** True if the label is reserved. */
export const isReserved = (name: string, labels: ReadonlyArray<string>): boolean =>
  labels.includes(name.slice(0, name.indexOf(".")))

/** The registry's prices of a premium name; null for every other name. */
export const premiumPrices = (name: string, currency: Money.Currency): PremiumPrices | null => {
  if (!isPremium(name)) return null
  const { create, renew } = pricesOf(name, listPrices)
  return {
    create: { amount: Money.MinorUnits.make(create), currency },
    renew: { amount: Money.MinorUnits.make(renew), currency }
  }
}

/** Problem of the fee for `period` of an action with the price `price` per year (RFC 8748, section 5.2). */
export const feeProblem = (
  price: Money.Money | undefined,
  period: Period.Period,
  fee: AgreedFee | null
): RegistryRefusal | undefined => {
  if (price === undefined) return undefined
  if (fee === null) return missingParameter("The fee of a premium name is missing")
  const amount = termPrice(price.amount, period)
  return fee.amount === amount && fee.currency === price.currency
    ? undefined
    : outOfRange(`The fee is ${Money.toDecimal(amount)} ${price.currency}`)
}

const claimsProblem = (
  { claims_acceptance, name }: CreateDomain,
  now: Instant.Instant
): RegistryRefusal | undefined => {
  const claimed = claimsKey(name) !== null
  if (claims_acceptance === null) {
    return claimed ? statusProhibits("The claims notice of the name must be accepted") : undefined
  }
  if (!claimed) return statusProhibits("There is no claims notice for the name")
  const problem = claimsNoticeProblem(claims_acceptance, name.slice(0, name.indexOf(".")), now)
  return problem === undefined ? undefined : outOfRange(`The claims notice is refused: ${problem}`)
}

/** Problem of a create command that is evident without the stored objects. */
export const createProblem = (
  command: CreateDomain,
  tld: SimulatedTld,
  { currency, reserved_labels }: Pick<SimulatorSettings, "currency" | "reserved_labels">,
  now: Instant.Instant
): RegistryRefusal | undefined => {
  const label = magicLabel(command.name)
  if (label === "taken") return objectExists("The domain exists")
  if (isReserved(command.name, reserved_labels)) return statusProhibits("The name is reserved")
  if (label === "fail") return policy("The registry's policy refuses this name")
  if (!tld.registration_periods.some((period) => Period.equals(period, command.period))) {
    return outOfRange(`The registry does not register names under .${tld.suffix} for this period`)
  }
  return labelProblem(command.name, tld) ??
    languageProblem(command, tld) ??
    rolesProblem(command.contacts, tld.roles) ??
    delegationProblem(command.name, command.nameservers, tld) ??
    newAuthCodeProblem(command.auth_code, tld.auth_code) ??
    dnssecProblem(command.dnssec, tld) ??
    tokenProblem(command.name, command.allocation_token) ??
    claimsProblem(command, now) ??
    feeProblem(premiumPrices(command.name, currency)?.create, command.period, command.fee)
}
