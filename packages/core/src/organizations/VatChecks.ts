import { Context, DateTime, Effect, Layer, Option } from "effect"
import { EventLog } from "../events/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { Instant, type Page, type PageRequest, Transaction } from "../shared/index.ts"
import { OrganizationStore } from "./OrganizationStore.ts"
import { minutesToNextCheck, type OpenVatOutcome, type VatCheck } from "./VatCheck.ts"
import { type StoredVatCheck, VatCheckStore } from "./VatCheckStore.ts"
import { vatNumberOf, writtenVatNumber } from "./VatNumber.ts"
import { type VatAnswer, VatRegister } from "./VatRegister.ts"

/** Checks of one round. With 4 at once and 10 seconds each, a round ends within its lease. */
const checksPerRound = 20
const leaseMinutes = 5

/** Checks of VAT numbers that were accepted while the register was unavailable. For operators: no rights are checked. */
export class VatChecks extends Context.Service<VatChecks, {
  /** Checks without a confirmation: pending ones, and those that the register has contradicted. */
  readonly list: (outcome: OpenVatOutcome | undefined, page: PageRequest) => Effect.Effect<Page<VatCheck>>
  /** Repeats checks that are due. True if more are due. */
  readonly repeatDue: Effect.Effect<boolean>
}>()("@namewright/core/organizations/VatChecks") {
  static readonly layer = Layer.effect(
    VatChecks,
    Effect.gen(function*() {
      const store = yield* VatCheckStore
      const organizations = yield* OrganizationStore
      const register = yield* VatRegister
      const transaction = yield* Transaction
      const events = yield* EventLog
      const log = yield* makeObjectLog

      /** Stores an answer. A number that the register contradicts is an event of its organization, and blocks nothing. */
      const settle = Effect.fnUntraced(function*(leased: StoredVatCheck, answer: VatAnswer) {
        const settled = { ...leased, ...answered(leased, answer, yield* Instant.now) }
        const { organization_id, outcome, vat_number } = settled
        yield* transaction.atomically(Effect.gen(function*() {
          if (!(yield* store.settle(settled))) return
          if (outcome !== "mismatch" && outcome !== "unregistered") return
          yield* log.record({
            organization_id,
            object_type: "ORGANIZATION",
            object_id: organization_id,
            action: "UPDATED",
            before: { vat_check: { vat_number, outcome: leased.outcome } },
            after: { vat_check: { vat_number, outcome } }
          })
          yield* events.record({
            organization_id,
            object_type: "ACCOUNT",
            object_id: organization_id,
            object_name: null,
            type: null,
            subtype: "NOTIFICATION",
            event_data: { message: messages[outcome](vat_number) }
          })
          yield* Effect.logWarning(`${organization_id}: ${messages[outcome](vat_number)}`)
        }))
      })

      /** Removes a check without a number, unless it has changed since. */
      const end = (leased: StoredVatCheck) =>
        transaction.atomically(
          Effect.flatMap(
            store.settle(leased),
            (isCurrent) => isCurrent ? store.remove(leased.organization_id) : Effect.void
          )
        )

      const repeat = Effect.fnUntraced(function*(leased: StoredVatCheck) {
        const found = yield* organizations.find(leased.organization_id)
        const vat = Option.isSome(found) ? vatNumberOf(found.value) : undefined
        if (Option.isNone(found) || vat === undefined) return yield* end(leased)
        // Of two simultaneous changes of an organization, the check of the earlier one may have been stored last.
        const current = { ...leased, vat_number: writtenVatNumber(vat) }
        yield* settle(current, yield* register.check({ vat, name: found.value.name, city: found.value.city }))
      })

      const repeatDue = Effect.gen(function*() {
        const now = yield* Instant.now
        const due = yield* store.leaseDue(checksPerRound, now, DateTime.add(now, { minutes: leaseMinutes }))
        yield* Effect.forEach(due, repeat, { concurrency: 4, discard: true })
        return due.length === checksPerRound
      }).pipe(Effect.withSpan("VatChecks.repeatDue"))

      return VatChecks.of({ list: Effect.fn("VatChecks.list")(store.listOpen), repeatDue })
    })
  )
}

const messages = {
  mismatch: (vat_number: string) =>
    `The VAT number ${vat_number} is valid, but company name or city do not match its register`,
  unregistered: (vat_number: string) => `Nobody holds the VAT number ${vat_number}`
} as const

const answered = (
  { attempts }: VatCheck,
  answer: VatAnswer,
  now: Instant.Instant
): Partial<VatCheck> => {
  switch (answer) {
    case "confirmed":
    case "mismatch":
    case "unregistered":
      return { outcome: answer, vat_checked_on: now, due_on: null }
    case "malformed":
      return { outcome: "unregistered", vat_checked_on: now, due_on: null }
    case "unavailable":
    case "unchecked":
      return {
        attempts: attempts + 1,
        due_on: DateTime.add(now, { minutes: minutesToNextCheck(attempts + 1) })
      }
  }
}
