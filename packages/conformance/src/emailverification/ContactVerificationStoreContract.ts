import { assert, layer } from "@effect/vitest"
import { type Contact, ContactStore } from "@namewright/core/contacts"
import {
  changedVerification,
  type ContactVerificationId,
  ContactVerificationStore,
  newContactVerificationId,
  type StoredVerification,
  verificationStateAt
} from "@namewright/core/emailverification"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { newContact } from "../contacts/newContact.ts"

const newVerification = Effect.fnUntraced(function*(
  { contact_id, email, organization_id }: Contact,
  members: Partial<StoredVerification> = {}
): Effect.fn.Return<StoredVerification> {
  const now = yield* Instant.now
  const contact_verification_id = yield* newContactVerificationId
  return {
    contact_verification_id,
    contact_id,
    type: "email",
    status: "pending",
    created_on: now,
    updated_on: now,
    verified_on: null,
    canceled_on: null,
    organization_id,
    email,
    token_hash: `hash of ${contact_verification_id}`,
    expires_on: DateTime.add(now, { days: 14 }),
    ...members
  }
})

/** Steps of the model test, for two contacts of one address. */
const Steps = Schema.Array(Schema.Struct({
  act: Schema.Literals(["start", "verify", "verify earlier", "cancel", "wait"]),
  contact: Schema.Literals([0, 1]),
  /** Earlier verification whose token is used. */
  earlier: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })),
  days: Schema.Literals([1, 13, 14])
})).check(Schema.isMaxLength(25))

/** Contract of the storage of verifications of addresses. */
export const contactVerificationStoreContract = <E>(
  name: string,
  storage: Layer.Layer<ContactVerificationStore | ContactStore | Transaction, E>
) =>
  layer(storage)(`ContactVerificationStore (${name})`, (it) => {
    const storedContact = Effect.fnUntraced(function*(members: Partial<Contact> = {}) {
      const { atomically } = yield* Transaction
      const contact = yield* newContact(yield* newOrganizationId, members)
      yield* atomically(ContactStore.use(({ insert }) => insert(contact)))
      return contact
    })

    it.effect("finds a verification by its contact and its token, of its organization only", () =>
      Effect.gen(function*() {
        const store = yield* ContactVerificationStore
        const contact = yield* storedContact()
        const run = yield* newVerification(contact, { type: "api" })
        yield* store.insert(run)
        const { contact_id, organization_id } = contact
        assert.deepStrictEqual(yield* store.findOf(organization_id, contact_id), Option.some(run))
        assert.deepStrictEqual(yield* store.findByToken(run.token_hash), Option.some(run))
        assert.deepStrictEqual(yield* store.findOf(yield* newOrganizationId, contact_id), Option.none())
        assert.deepStrictEqual(yield* store.findByToken("hash of nothing"), Option.none())
      }))

    it.effect("settles a verification once, also of concurrent attempts", () =>
      Effect.gen(function*() {
        const store = yield* ContactVerificationStore
        const run = yield* newVerification(yield* storedContact())
        yield* store.insert(run)
        const now = yield* Instant.now
        const changes = (["verify", "cancel", "verify", "cancel"] as const).flatMap((change) =>
          changedVerification(run, change, now) ?? []
        )
        const settled = yield* Effect.forEach(changes, store.settle, { concurrency: "unbounded" })
        assert.lengthOf(settled.filter((isSettled) => isSettled), 1)
        const stored = yield* store.findByToken(run.token_hash)
        assert.deepStrictEqual(Option.getOrUndefined(stored), changes[settled.indexOf(true)])
      }))

    it.effect("finds the newest verified address, and removes verifications with their contact", () =>
      Effect.gen(function*() {
        const store = yield* ContactVerificationStore
        const { atomically } = yield* Transaction
        const contact = yield* storedContact()
        const { contact_id, email, organization_id } = contact
        const verified: Array<StoredVerification> = []
        for (const hours of [1, 3, 2]) {
          const on = DateTime.add(yield* Instant.now, { hours })
          const run = yield* newVerification(contact, { status: "verified", verified_on: on })
          yield* store.insert(run)
          verified.push(run)
        }
        yield* store.insert(yield* newVerification(contact))
        assert.deepStrictEqual(Option.getOrUndefined(yield* store.findVerified(organization_id, email)), verified[1])
        assert.isTrue(Option.isNone(yield* store.findVerified(organization_id, "eve@example.com")))
        assert.isTrue(Option.isNone(yield* store.findVerified(yield* newOrganizationId, email)))
        yield* atomically(ContactStore.use(({ remove }) => remove(organization_id, contact_id)))
        assert.isTrue(Option.isNone(yield* store.findVerified(organization_id, email)))
      }))

    it.effect.prop("agrees with the transitions after any steps", [Steps], ([steps]) =>
      Effect.gen(function*() {
        const store = yield* ContactVerificationStore
        const first = yield* storedContact()
        const { atomically } = yield* Transaction
        const second = yield* newContact(first.organization_id)
        yield* atomically(ContactStore.use(({ insert }) => insert(second)))
        const contacts = [first, second] as const
        /** All verifications as the transitions make them, oldest first. */
        const model = new Map<ContactVerificationId, StoredVerification>()
        const pendingOf = (contact: Contact) =>
          [...model.values()].find((run) => run.contact_id === contact.contact_id && run.status === "pending")

        const change = Effect.fnUntraced(function*(run: StoredVerification | undefined, kind: "verify" | "cancel") {
          if (run === undefined) return
          const now = yield* Instant.now
          const changed = changedVerification(run, kind, now)
          const state = verificationStateAt(run, now)
          assert.strictEqual(changed !== undefined, state === "open" || (kind === "cancel" && state === "expired"))
          if (changed === undefined) return
          assert.isTrue(yield* store.settle(changed))
          model.set(run.contact_verification_id, changed)
        })

        for (const { act, contact: index, days, earlier } of steps) {
          const contact = contacts[index]
          if (act === "wait") yield* TestClock.adjust(`${days} days`)
          if (act === "verify") yield* change(pendingOf(contact), "verify")
          if (act === "cancel") yield* change(pendingOf(contact), "cancel")
          if (act === "verify earlier") {
            const run = [...model.values()][earlier]
            // What was settled stays as it is: the token of a verification works once.
            if (run !== undefined && run.status !== "pending") {
              const again = { ...run, status: "verified" as const, verified_on: yield* Instant.now }
              assert.isFalse(yield* store.settle(again))
            }
          }
          if (act === "start") {
            yield* change(pendingOf(contact), "cancel")
            const run = yield* newVerification(contact)
            yield* store.insert(run)
            model.set(run.contact_verification_id, run)
          }
          for (const run of model.values()) {
            assert.deepStrictEqual(yield* store.findByToken(run.token_hash), Option.some(run))
          }
          for (const one of contacts) {
            const pending = pendingOf(one)
            const found = Option.getOrUndefined(yield* store.findOf(one.organization_id, one.contact_id))
            if (pending !== undefined) assert.deepStrictEqual(found, pending)
            assert.strictEqual(
              found === undefined,
              ![...model.values()].some((run) => run.contact_id === one.contact_id)
            )
          }
        }
      }), { arbitrary: { runs: 10 } })
  })
