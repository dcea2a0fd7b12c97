import { assert, layer } from "@effect/vitest"
import { newBillingTransactionId } from "@namewright/core/billing"
import {
  type ApplicantDeclaration,
  changedDeclaration,
  type DeclarationSignature,
  DeclarationStore,
  declarationTransitions,
  isTooLate,
  newDeclarationId,
  nextDeclarationAction,
  signedDeclaration
} from "@namewright/core/domains"
import { DomainName, Instant, newDomainId, newOrganizationId, Period } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"

const newDeclaration = Effect.fnUntraced(function*(
  members: Partial<ApplicantDeclaration> = {}
): Effect.fn.Return<ApplicantDeclaration> {
  const now = yield* Instant.now
  const domain_id = yield* newDomainId
  const name = DomainName.make(`${domain_id.replace("_", "-")}.no`)
  const dates = { created_on: now, expires_on: DateTime.add(now, { days: 30 }) }
  return {
    ...dates,
    declaration_id: yield* newDeclarationId,
    organization_id: yield* newOrganizationId,
    domain_id,
    domain_name: name,
    status: "pending",
    subscriber_name: "Åse Ødegård",
    is_person: true,
    identity_type: null,
    identity_value: "N.PRI.12345678",
    version: "3.2",
    recipient: "holder@example.com",
    locale: "en",
    registry: "norid",
    registration: {
      domain_id,
      name,
      tld: "no",
      period: Period.years(1),
      contacts: [],
      nameservers: [],
      auth_code: null,
      attributes: { a: "b" },
      fee: null
    },
    billing_transaction_ids: [yield* newBillingTransactionId],
    signature: null,
    updated_on: now,
    next_action_on: nextDeclarationAction(dates, now),
    ...members
  }
})

const signatureOf = (date: Instant.Instant): DeclarationSignature => ({
  name: "Åse Ødegård",
  date,
  by: "holder",
  address: "192.0.2.7",
  user_agent: null
})

const withStatus = (declaration: ApplicantDeclaration, status: ApplicantDeclaration["status"]) => ({
  ...declaration,
  status
})

const withNextAction = (declaration: ApplicantDeclaration, next_action_on: Instant.Instant) => ({
  ...declaration,
  next_action_on
})

/** Steps of the model test. */
const Steps = Schema.Array(Schema.Struct({
  act: Schema.Literals(["sign", "complete", "fail", "expire", "remind", "wait"]),
  days: Schema.Literals([1, 7, 29])
})).check(Schema.isMaxLength(20))

/** Contract of the storage of declarations. */
export const declarationStoreContract = <E>(name: string, storage: Layer.Layer<DeclarationStore, E>) =>
  layer(storage)(`DeclarationStore (${name})`, (it) => {
    it.effect("finds a declaration by its domain and by each of its tokens", () =>
      Effect.gen(function*() {
        const store = yield* DeclarationStore
        const declaration = yield* newDeclaration({ signature: signatureOf(yield* Instant.now) })
        const { declaration_id } = declaration
        yield* store.insert(declaration)
        const dates: Array<Instant.Instant> = []
        for (const token of ["a", "b", "c"]) {
          const now = yield* Instant.now
          yield* store.addToken(declaration_id, `${token} of ${declaration_id}`, now)
          dates.unshift(now)
          yield* TestClock.adjust("1 minute")
        }
        assert.deepStrictEqual(yield* store.findByDomain(declaration.domain_id), Option.some(declaration))
        assert.deepStrictEqual(yield* store.findByToken(`b of ${declaration_id}`), Option.some(declaration))
        assert.isTrue(Option.isNone(yield* store.findByToken("unknown")))
        assert.isTrue(Option.isNone(yield* store.findByDomain(yield* newDomainId)))
        assert.deepStrictEqual(yield* store.tokensOn(declaration_id, 2), dates.slice(0, 2))
      }))

    it.effect("settles a declaration once, also of concurrent attempts", () =>
      Effect.gen(function*() {
        const store = yield* DeclarationStore
        const declaration = yield* newDeclaration()
        yield* store.insert(declaration)
        const now = yield* Instant.now
        const signed = signedDeclaration(declaration, signatureOf(now), now)
        const late = DateTime.add(now, { days: 30 })
        const changes = [signed, changedDeclaration(declaration, "expire", late), signed].flatMap((one) => one ?? [])
        assert.lengthOf(changes, 3)
        const settled = yield* Effect.forEach(changes, (one) => store.settle(one, "pending"), {
          concurrency: "unbounded"
        })
        assert.lengthOf(settled.filter((isSettled) => isSettled), 1)
        const stored = yield* store.findByDomain(declaration.domain_id)
        assert.deepStrictEqual(Option.getOrUndefined(stored), changes[settled.indexOf(true)])
      }))

    it.effect("lists the pending ones that are due, and postpones one once", () =>
      Effect.gen(function*() {
        const store = yield* DeclarationStore
        const now = DateTime.add(yield* Instant.now, { days: 400 })
        const at = (days: number) => DateTime.add(now, { days })
        const due = yield* newDeclaration({ next_action_on: at(-2) })
        const older = yield* newDeclaration({ next_action_on: at(-3) })
        const others = [
          yield* newDeclaration({ next_action_on: at(1) }),
          yield* newDeclaration({ next_action_on: at(-1), status: "confirmed" })
        ]
        for (const one of [due, older, ...others]) yield* store.insert(one)
        const mine = new Set([due, older, ...others].map(({ declaration_id }) => declaration_id))
        const dueNow = Effect.map(store.due(now, 1000), (found) =>
          found.flatMap(({ declaration_id }) => mine.has(declaration_id) ? [declaration_id] : []))
        assert.deepStrictEqual(yield* dueNow, [older.declaration_id, due.declaration_id])
        assert.isTrue(yield* store.postpone(due.declaration_id, at(-2), at(5)))
        assert.isFalse(yield* store.postpone(due.declaration_id, at(-2), at(6)))
        assert.deepStrictEqual(yield* dueNow, [older.declaration_id])
      }))

    it.effect.prop("agrees with the transitions after any steps", [Steps], ([steps]) =>
      Effect.gen(function*() {
        const store = yield* DeclarationStore
        let model = yield* newDeclaration()
        yield* store.insert(model)
        const statuses = [model.status]
        for (const { act, days } of steps) {
          const now = yield* Instant.now
          if (act === "wait") yield* TestClock.adjust(`${days} days`)
          else if (act === "remind") {
            const from = model.next_action_on ?? now
            const to = nextDeclarationAction(model, now)
            const isPostponed = yield* store.postpone(model.declaration_id, from, to)
            assert.strictEqual(isPostponed, model.status === "pending")
            if (isPostponed) model = withNextAction(model, to)
          } else {
            const { from, to } = declarationTransitions[act]
            const changed = act === "sign"
              ? signedDeclaration(model, signatureOf(now), now)
              : changedDeclaration(model, act, now)
            const inTime = act === "sign" ? !isTooLate(model, now) : act !== "expire" || isTooLate(model, now)
            assert.strictEqual(changed !== undefined, model.status === from && inTime)
            // A change of a declaration that was changed meanwhile is not stored.
            const isStored = yield* store.settle(changed ?? withStatus(model, to), from)
            assert.strictEqual(isStored, model.status === from)
            if (isStored) model = changed ?? withStatus(model, to)
            statuses.push(model.status)
          }
          assert.deepStrictEqual(yield* store.findByDomain(model.domain_id), Option.some(model))
        }
        // No declaration leaves an end.
        const end = statuses.findIndex((status) => ["completed", "expired", "failed"].includes(status))
        if (end !== -1) assert.strictEqual(new Set(statuses.slice(end)).size, 1)
      }), { arbitrary: { runs: 10 } })
  })
