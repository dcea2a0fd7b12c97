import { assert, describe, it, layer } from "@effect/vitest"
import { EventStore } from "@namewright/core/events"
import { ObjectLogStore } from "@namewright/core/objectlog"
import {
  OrganizationOperations,
  Organizations,
  VatChecks,
  VatCheckStore,
  VatRegister,
  type VatRegistration
} from "@namewright/core/organizations"
import { InvalidInput, type OrganizationId } from "@namewright/core/shared"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { minutesToNextCheck } from "../../src/organizations/VatCheck.ts"
import { as, newChild, newParent, platformWith } from "./OrganizationsPlatform.ts"

const entry: VatRegistration = { valid: true, name: "ACME GMBH", address: "Hauptstr. 1\n10115 BERLIN" }

/** Answers of the register by number; others are not answered. */
const answers = new Map<string, VatRegistration | Error>()
const asked: Array<string> = []

const platform = platformWith(VatRegister.layerLookUp(async ({ country_code, number }) => {
  asked.push(`${country_code} ${number}`)
  const answer = answers.get(number)
  if (answer === undefined || answer instanceof Error) throw answer ?? new Error("MS_UNAVAILABLE")
  return answer
}))

let given = 0

/** Number that no other test has. */
const newNumber = () => String(900_000_000 + ++given)

const company = (number: string) => ({ name: "ACME", city: "Berlin", country_code: "DE", tax_id: `DE${number}` })

const checkOf = (id: OrganizationId) => VatCheckStore.use(({ find }) => Effect.map(find(id), Option.getOrUndefined))

const repeatDue = VatChecks.use((checks) => checks.repeatDue)

const notices = (id: OrganizationId) =>
  EventStore.use(({ list }) =>
    Effect.map(
      list(id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 10 }),
      ({ items }) => items.map(({ event_data }) => event_data.message)
    )
  )

const logged = (id: OrganizationId) =>
  ObjectLogStore.use(({ list }) =>
    Effect.map(
      list(id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 10 }),
      ({ items }) => items.map(({ action }) => action)
    )
  )

layer(platform)("VAT checks", (it) => {
  it.effect("store a confirmation, and ask no more", () =>
    Effect.gen(function*() {
      const number = newNumber()
      answers.set(number, entry)
      const parent = yield* newParent(company(number))
      const check = yield* checkOf(parent)
      assert.deepInclude(check, { vat_number: `DE${number}`, outcome: "confirmed", attempts: 0, due_on: null })
      assert.isNotNull(check?.vat_checked_on)
      const before = asked.length
      yield* TestClock.adjust("10 days")
      assert.isFalse(yield* repeatDue)
      assert.lengthOf(asked, before)
    }))

  it.effect("refuse a number of another company, one that nobody holds, and a malformed one, and store nothing", () =>
    Effect.gen(function*() {
      const { create, list } = yield* Organizations
      const [held, free] = [newNumber(), newNumber()]
      answers.set(held, { ...entry, name: "Other AG" })
      answers.set(free, { valid: false, name: null, address: null })
      const parent = yield* newParent()
      const refused = (body: ReturnType<typeof company>) =>
        create(body).pipe(
          as(parent),
          Effect.flip,
          Effect.map((error) =>
            error instanceof InvalidInput ? error.issues.map(({ loc, type }) => [...loc, type]) : error
          )
        )
      assert.deepStrictEqual(yield* refused(company(held)), [
        ["body", "organization", "tax_id", "vat-company-details-mismatch"]
      ])
      assert.deepStrictEqual(yield* refused(company(free)), [["body", "tax_id", "value_error"]])
      const before = asked.length
      assert.deepStrictEqual(yield* refused(company("12")), [["body", "tax_id", "value_error"]])
      assert.lengthOf(asked, before)
      const { total } = yield* list({}, { by: "name", order: "asc" }, { page: 1, page_size: 1 }).pipe(as(parent))
      assert.strictEqual(total, 1)
    }))

  it.effect("accept a number while the register is unavailable, and ask again with growing pauses", () =>
    Effect.gen(function*() {
      const number = newNumber()
      const parent = yield* newParent()
      const child = yield* newChild(parent, company(number))
      assert.deepInclude(yield* checkOf(child), { outcome: "pending", attempts: 1, vat_checked_on: null })
      const attempts = asked.filter((one) => one.endsWith(number)).length
      yield* TestClock.adjust("4 minutes")
      yield* repeatDue
      yield* TestClock.adjust("1 minute")
      yield* repeatDue
      assert.lengthOf(asked.filter((one) => one.endsWith(number)), attempts + 1)
      assert.deepInclude(yield* checkOf(child), { outcome: "pending", attempts: 2 })
      yield* TestClock.adjust("19 minutes")
      yield* repeatDue
      assert.deepInclude(yield* checkOf(child), { attempts: 2 })
      answers.set(number, entry)
      yield* TestClock.adjust("1 minute")
      yield* repeatDue
      assert.deepInclude(yield* checkOf(child), { outcome: "confirmed", due_on: null })
      assert.deepStrictEqual(yield* notices(child), [])
    }))

  it.effect("report a later mismatch once, and block nothing", () =>
    Effect.gen(function*() {
      const { update } = yield* Organizations
      const { list } = yield* VatChecks
      const [held, free] = [newNumber(), newNumber()]
      const parent = yield* newParent(company(held))
      const child = yield* newChild(parent, company(free))
      answers.set(held, { ...entry, name: "Other AG" })
      answers.set(free, { valid: false, name: null, address: null })
      yield* TestClock.adjust("5 minutes")
      yield* repeatDue
      yield* TestClock.adjust("2 days")
      yield* repeatDue
      assert.deepInclude(yield* checkOf(parent), { outcome: "mismatch", due_on: null })
      assert.deepInclude(yield* checkOf(child), { outcome: "unregistered", due_on: null })
      assert.deepStrictEqual(yield* notices(parent), [
        `The VAT number DE${held} is valid, but company name or city do not match its register`
      ])
      assert.deepStrictEqual(yield* notices(child), [`Nobody holds the VAT number DE${free}`])
      assert.deepStrictEqual(yield* logged(child), ["CREATED", "UPDATED"])
      const open = (yield* list("mismatch", { page: 1, page_size: 100 })).items.map((one) => one.organization_id)
      assert.include(open, parent)
      assert.notInclude(open, child)
      yield* update(parent, { state: "Berlin" }).pipe(as(parent))
      const failed = yield* Effect.flip(update(parent, { city: "Bonn" }).pipe(as(parent)))
      assert.instanceOf(failed, InvalidInput)
      yield* update(parent, { name: "Other" }).pipe(as(parent))
      assert.deepInclude(yield* checkOf(parent), { outcome: "confirmed" })
    }))

  it.effect("end with the number, and with the organization", () =>
    Effect.gen(function*() {
      const { update } = yield* Organizations
      const { remove } = yield* OrganizationOperations
      const parent = yield* newParent()
      const [first, second] = [
        yield* newChild(parent, company(newNumber())),
        yield* newChild(parent, company(newNumber()))
      ]
      yield* update(first, { tax_id: null }).pipe(as(parent))
      assert.isUndefined(yield* checkOf(first))
      yield* remove(second)
      assert.isUndefined(yield* checkOf(second))
    }))

  it.effect("ask about the number that the organization has, and end without one", () =>
    Effect.gen(function*() {
      const { put } = yield* VatCheckStore
      const [number, former] = [newNumber(), newNumber()]
      answers.set(number, entry)
      const parent = yield* newParent(company(number))
      const child = yield* newChild(parent, { name: "Untaxed" })
      const stored = yield* checkOf(parent)
      const late = {
        ...stored!,
        vat_number: `DE${former}`,
        outcome: "pending",
        due_on: stored!.vat_checked_on
      } as const
      yield* put(late)
      yield* put({ ...late, organization_id: child })
      yield* repeatDue
      assert.deepInclude(yield* checkOf(parent), { vat_number: `DE${number}`, outcome: "confirmed", due_on: null })
      assert.isUndefined(yield* checkOf(child))
      assert.isFalse(asked.some((one) => one.endsWith(former)))
    }))

  it.effect("ignore an answer about an organization that has changed meanwhile", () =>
    Effect.gen(function*() {
      const { leaseDue, settle } = yield* VatCheckStore
      const { update } = yield* Organizations
      const number = newNumber()
      const parent = yield* newParent(company(number))
      const stored = yield* checkOf(parent)
      const due = stored!.due_on!
      const leased = (yield* leaseDue(100, due, due)).find((one) => one.organization_id === parent)
      answers.set(number, { ...entry, name: "ACME Bakery" })
      yield* update(parent, { name: "ACME Bakery" }).pipe(as(parent))
      assert.isFalse(yield* settle({ ...leased!, outcome: "mismatch", due_on: null }))
      assert.deepInclude(yield* checkOf(parent), { outcome: "confirmed" })
    }))

  it.effect("take an answer of another form, and none in time, for an unavailable register", () =>
    Effect.gen(function*() {
      const holder = { vat: { country_code: "DE", number: "123456789" }, name: "ACME", city: null }
      const answerOf = (lookUp: () => unknown) =>
        VatRegister.use((register) => register.check(holder)).pipe(
          Effect.provide(VatRegister.layerLookUp(lookUp as () => VatRegistration))
        )
      for (const garbage of [undefined, null, "valid", {}, { valid: "yes", name: null, address: null }]) {
        assert.strictEqual(yield* answerOf(() => garbage), "unavailable")
      }
      const waiting = yield* Effect.forkChild(answerOf(() => new Promise(() => {})))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* Fiber.join(waiting), "unavailable")
    }))
})

describe("the pause after a check without an answer", () => {
  it("is a day at most", () => {
    assert.deepStrictEqual([1, 2, 3, 4, 5, 6, 1000].map(minutesToNextCheck), [5, 20, 80, 320, 1280, 1440, 1440])
  })
})

layer(platformWith(VatRegister.layerSyntactic))("VAT checks without a register", (it) => {
  it.effect("are not stored", () =>
    Effect.gen(function*() {
      const parent = yield* newParent(company("123456789"))
      assert.isUndefined(yield* checkOf(parent))
      assert.isFalse(yield* repeatDue)
    }))
})
