import { assert, layer } from "@effect/vitest"
import { UserStore } from "@namewright/core/access"
import { Wallets } from "@namewright/core/billing"
import {
  ExternalReferenceInUse,
  type NewParent,
  OrganizationOperations,
  VatRegister
} from "@namewright/core/organizations"
import { Money, Transaction } from "@namewright/core/shared"
import { Deferred, Effect, Exit, Layer, Option } from "effect"

/** Answers two calls at once. They have both found no organization with the reference by then. */
export const pairingRegister = Layer.sync(VatRegister, () => {
  let first: Deferred.Deferred<void> | undefined
  return VatRegister.of({
    check: () =>
      Effect.suspend(() => {
        const waiting = first
        first = waiting === undefined ? Deferred.makeUnsafe<void>() : undefined
        const met = waiting === undefined ? Deferred.await(first!) : Deferred.succeed(waiting, undefined)
        return Effect.as(met, "confirmed" as const)
      })
  })
})

const credit = Money.MinorUnits.make(10_000)

const customer = (external_reference: string, fields: Partial<NewParent> = {}): NewParent => ({
  external_reference,
  name: "Example",
  country_code: "DE",
  terms: {
    customer_number: 4711,
    active_plan: { plan_id: "p", name: "P", plan_level: 1, amount: "9", currency: "EUR" }
  },
  starting_credit: credit,
  users: [{
    username: `owner-of-${external_reference}`,
    email: `${external_reference}@example.org`,
    first_name: "Ada",
    last_name: "L",
    locale: "en"
  }],
  ...fields
})

/** Two calls create one customer; the register makes them concurrent. */
const atOnce = Effect.fnUntraced(function*(one: NewParent, other: NewParent) {
  const { createParent } = yield* OrganizationOperations
  const taxed = { tax_id: "DE123456789" }
  return yield* Effect.all([
    Effect.exit(createParent({ ...one, ...taxed })),
    Effect.exit(createParent({ ...other, ...taxed }))
  ], { concurrency: "unbounded" })
})

type Services = OrganizationOperations | Wallets | UserStore | Transaction

/** Suite of external references, on a platform with `pairingRegister`. */
export const externalReferenceSuite = <E>(name: string, platform: Layer.Layer<Services, E>) =>
  layer(platform)(`external references (${name})`, (it) => {
    it.effect("make the creation repeatable: no second organization, credit or user", () =>
      Effect.gen(function*() {
        const { createParent, findByReference } = yield* OrganizationOperations
        const wallets = yield* Wallets
        const users = yield* UserStore
        const made = yield* createParent(customer("r1"))
        assert.strictEqual(made.external_reference, "r1")
        assert.deepStrictEqual(yield* createParent(customer("r1")), made)
        assert.deepStrictEqual(yield* createParent(customer("r1", { tax_id: "DE123456789" })), made)
        assert.deepStrictEqual(yield* findByReference("r1"), Option.some(made))
        assert.deepStrictEqual(yield* findByReference("r0"), Option.none())
        const { organization_id } = made
        assert.deepStrictEqual(
          yield* wallets.balance(organization_id),
          Option.some({ amount: credit, currency: "EUR" })
        )
        assert.lengthOf(yield* users.list(organization_id), 1)
        const others = [yield* createParent({ name: "Example" }), yield* createParent({ name: "Example" })]
        assert.strictEqual(new Set(others.map((other) => other.organization_id)).size, 2)
      }))

    it.effect("refuse another content, and name every difference", () =>
      Effect.gen(function*() {
        const { createParent, findByReference } = yield* OrganizationOperations
        const made = yield* createParent(customer("r2"))
        const differing: ReadonlyArray<readonly [Partial<NewParent>, ReadonlyArray<string>]> = [
          [{ name: "Other" }, ["name"]],
          [{ country_code: null }, ["country_code"]],
          [{ currency: "USD" }, ["currency"]],
          [{ terms: { customer_number: 4711 } }, ["terms"]],
          [{ name: "Other", country_code: "AT", currency: "USD", terms: {} }, [
            "name",
            "country_code",
            "currency",
            "terms"
          ]]
        ]
        for (const [fields, different_fields] of differing) {
          const refused = yield* Effect.flip(createParent(customer("r2", fields)))
          if (!(refused instanceof ExternalReferenceInUse)) return assert.fail(String(refused))
          assert.deepStrictEqual(refused.different_fields, different_fields)
          assert.deepStrictEqual([refused.organization_id, refused.retryable], [made.organization_id, false])
        }
        assert.deepStrictEqual(yield* findByReference("r2"), Option.some(made))
      }))

    it.effect("create one organization in two concurrent calls, each of which returns it", () =>
      Effect.gen(function*() {
        const wallets = yield* Wallets
        const users = yield* UserStore
        const [one, other] = yield* atOnce(customer("r3"), customer("r3"))
        if (!Exit.isSuccess(one) || !Exit.isSuccess(other)) return assert.fail(`${String(one)} ${String(other)}`)
        assert.deepStrictEqual(one.value, other.value)
        const { organization_id } = one.value
        assert.deepStrictEqual(
          yield* wallets.balance(organization_id),
          Option.some({ amount: credit, currency: "EUR" })
        )
        assert.lengthOf(yield* users.list(organization_id), 1)
      }))

    it.effect("refuse the later of two concurrent calls with another content", () =>
      Effect.gen(function*() {
        const { findByReference } = yield* OrganizationOperations
        const exits = yield* atOnce(customer("r4", { name: "One" }), customer("r4", { name: "Other" }))
        const [made, ...more] = exits.filter(Exit.isSuccess)
        const refusals = exits.map((exit) => Option.getOrUndefined(Exit.findErrorOption(exit)))
        assert.lengthOf(refusals.filter((refused) => refused instanceof ExternalReferenceInUse), 1)
        assert.lengthOf(more, 0)
        assert.deepStrictEqual(yield* findByReference("r4"), Option.fromUndefinedOr(made?.value))
      }))

    it.effect("are free again if the transaction of the creation is undone", () =>
      Effect.gen(function*() {
        const { createParent, findByReference } = yield* OrganizationOperations
        const { atomically } = yield* Transaction
        const undone = Effect.andThen(createParent(customer("r5")), Effect.fail("undone"))
        assert.strictEqual(yield* Effect.flip(atomically(undone)), "undone")
        assert.deepStrictEqual(yield* findByReference("r5"), Option.none())
        assert.strictEqual((yield* createParent(customer("r5", { name: "Other" }))).name, "Other")
      }))
  })
