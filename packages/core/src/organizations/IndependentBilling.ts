import { Effect, Option, Schema } from "effect"
import { Country, type InputIssue, inputIssue, type InvalidInput, Money, refuseInput } from "../shared/index.ts"
import type { NewOrganization } from "./Organization.ts"
import {
  IndependentBillingAttributesInvalid,
  IndependentBillingContactNotFound,
  IndependentBillingNotApproved
} from "./OrganizationError.ts"

/** Country and currency of an organization, validated. */
export interface AccountFields {
  readonly currency: Money.Currency | null
  readonly country_code: string | null
}

const currencyOf = Schema.decodeUnknownOption(Money.Currency)
const countryOf = Schema.decodeUnknownOption(Country)

/** Account of an organization whose parent pays: currency and country may be absent, but not invalid. */
export const consolidatedAccount = Effect.fnUntraced(function*(
  { country_code, currency }: NewOrganization
): Effect.fn.Return<AccountFields, InvalidInput> {
  const account = { currency: currencyOf(currency), country_code: countryOf(country_code) }
  const issues: ReadonlyArray<InputIssue> = [
    ...(isPresent(currency) && Option.isNone(account.currency)
      ? [inputIssue(["body", "currency"], "enum", "Expected \"EUR\" or \"USD\"", currency)]
      : []),
    ...(isPresent(country_code) && Option.isNone(account.country_code)
      ? [
        inputIssue(
          ["body", "country_code"],
          "country_code",
          "Expected an ISO 3166-1 alpha-2 country code",
          country_code
        )
      ]
      : [])
  ]
  yield* refuseInput(issues)
  return { currency: Option.getOrNull(account.currency), country_code: Option.getOrNull(account.country_code) }
})

/** Account of a suborganization with its own balance. */
export const independentAccount = Effect.fnUntraced(function*(
  { country_code, currency, users }: NewOrganization,
  approved: boolean
): Effect.fn.Return<
  AccountFields,
  IndependentBillingNotApproved | IndependentBillingAttributesInvalid | IndependentBillingContactNotFound
> {
  if (!approved) return yield* new IndependentBillingNotApproved()
  const account = { currency: currencyOf(currency), country_code: countryOf(country_code) }
  const [first, ...others] = (["currency", "country_code"] as const).filter((field) => Option.isNone(account[field]))
  if (first !== undefined) {
    return yield* new IndependentBillingAttributesInvalid({ invalid_fields: [first, ...others] })
  }
  if (users === undefined || users === null || users.length === 0) {
    return yield* new IndependentBillingContactNotFound()
  }
  return { currency: Option.getOrNull(account.currency), country_code: Option.getOrNull(account.country_code) }
})

const isPresent = (value: string | null | undefined): boolean => value !== undefined && value !== null
