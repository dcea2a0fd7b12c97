import { DateTime, Effect } from "effect"
import { inputIssue, Instant, InvalidInput, type OrganizationId } from "../shared/index.ts"
import type { StoredOrganization } from "./OrganizationStore.ts"
import { minutesToNextCheck } from "./VatCheck.ts"
import { VatCheckStore } from "./VatCheckStore.ts"
import { vatNumberOf, writtenVatNumber } from "./VatNumber.ts"
import { type VatAnswer, VatRegister } from "./VatRegister.ts"

type TaxedCompany = Pick<StoredOrganization, "name" | "city" | "country_code" | "tax_id" | "tax_id_type">

/** VAT number that is not refused. */
export interface AcceptedVat {
  readonly vat_number: string
  readonly answer: Exclude<VatAnswer, "malformed" | "mismatch" | "unregistered">
}

/** Check of the VAT number of an organization that is created or changed. */
export const vatChecking = Effect.gen(function*() {
  const register = yield* VatRegister
  const store = yield* VatCheckStore

  /**
   * Refuses a VAT number that is malformed, that nobody holds, or that another company holds. Undefined for an organization
   * without one. Not for use inside a transaction.
   */
  const ask = Effect.fnUntraced(function*(
    company: TaxedCompany
  ): Effect.fn.Return<AcceptedVat | undefined, InvalidInput> {
    const vat = vatNumberOf(company)
    if (vat === undefined) return undefined
    const answer = yield* register.check({ vat, name: company.name, city: company.city })
    const vat_number = writtenVatNumber(vat)
    switch (answer) {
      case "mismatch":
        return yield* refused(
          ["body", "organization", "tax_id"],
          "vat-company-details-mismatch",
          "The VAT number is valid, but company name or city do not match",
          company
        )
      case "malformed":
        return yield* refused(
          ["body", "tax_id"],
          "value_error",
          `Not a valid VAT number of ${vat.country_code}`,
          company
        )
      case "unregistered":
        return yield* refused(["body", "tax_id"], "value_error", `Nobody holds the VAT number ${vat_number}`, company)
      case "confirmed":
      case "unavailable":
      case "unchecked":
        return { vat_number, answer }
    }
  })

  /** Stores the check, due again if the register was unavailable. Requires an open transaction. */
  const keep = Effect.fnUntraced(function*(organization_id: OrganizationId, vat: AcceptedVat | undefined) {
    if (vat === undefined || vat.answer === "unchecked") {
      yield* store.remove(organization_id)
      return
    }
    const now = yield* Instant.now
    const { answer, vat_number } = vat
    yield* store.put(
      answer === "confirmed"
        ? { organization_id, vat_number, outcome: "confirmed", vat_checked_on: now, attempts: 0, due_on: null }
        : {
          organization_id,
          vat_number,
          outcome: "pending",
          vat_checked_on: null,
          attempts: 1,
          due_on: DateTime.add(now, { minutes: minutesToNextCheck(1) })
        }
    )
  })

  return { ask, keep }
})

const refused = (loc: ReadonlyArray<string>, slug: string, msg: string, { tax_id }: TaxedCompany) =>
  Effect.fail(new InvalidInput({ issues: [inputIssue(loc, slug, msg, tax_id)] }))
