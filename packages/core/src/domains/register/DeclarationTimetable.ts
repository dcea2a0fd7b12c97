import { Effect, Layer } from "effect"
import { Billing } from "../../billing/index.ts"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import type { ApplicantDeclaration } from "../declaration/ApplicantDeclaration.ts"
import { makeDeclarationMails } from "../declaration/DeclarationMails.ts"
import { changedDeclaration, dueReminder, nextDeclarationAction } from "../declaration/DeclarationState.ts"
import { DeclarationStore } from "../declaration/DeclarationStore.ts"
import { DomainChanges } from "../DomainChanges.ts"

/** Maximum declarations of one round. */
const perRound = 100

/** Registers two kinds of scheduled work: reminders of unsigned declarations, and the expiry of declarations. */
export const DeclarationTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const store = yield* DeclarationStore
  const billing = yield* Billing
  const changes = yield* DomainChanges
  const timetable = yield* Timetable
  const transaction = yield* Transaction
  const mail = yield* makeDeclarationMails

  /** Cancels the registration: the domain is removed, and its charges are released. */
  const expire = Effect.fnUntraced(function*(expired: ApplicantDeclaration) {
    if (!(yield* store.settle(expired, "pending"))) return
    const { billing_transaction_ids, domain_id, domain_name: name, organization_id } = expired
    yield* changes.drop(domain_id)
    yield* changes.record({ domain_id, name, organization_id }, {
      type: "REGISTRATION",
      subtype: "CANCELED",
      kind: "domain.registration_failed",
      message: `The holder of ${name} did not sign the declaration in time`
    })
    yield* Effect.forEach(billing_transaction_ids, (id) => billing.release(id, "canceled"), { discard: true })
  })

  /** Sends the newest due reminder. Reminders that were missed before it are not sent. */
  const remind = Effect.fnUntraced(function*(declaration: ApplicantDeclaration, now: Instant.Instant) {
    const { declaration_id, next_action_on } = declaration
    const next = nextDeclarationAction(declaration, now)
    if (next_action_on === null || !(yield* store.postpone(declaration_id, next_action_on, next))) return
    const day = dueReminder(declaration, now)
    if (day !== undefined) yield* mail(declaration, `day ${day}`)
  })

  const advance = Effect.fnUntraced(function*(declaration: ApplicantDeclaration) {
    const now = yield* Instant.now
    const expired = changedDeclaration(declaration, "expire", now)
    yield* transaction.atomically(expired === undefined ? remind(declaration, now) : expire(expired))
  })

  yield* timetable.add({
    name: "domains.declarations",
    every: "1 minute",
    run: Effect.gen(function*() {
      const due = yield* store.due(yield* Instant.now, perRound)
      yield* Effect.forEach(due, advance, { discard: true })
      return due.length === perRound
    })
  })
}))
