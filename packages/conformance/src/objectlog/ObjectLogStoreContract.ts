import { assert, layer } from "@effect/vitest"
import { LedgerStore, newBillingTransactionId, noPostings } from "@namewright/core/billing"
import {
  makeObjectLog,
  type NewObjectLogEntry,
  newObjectLogId,
  type ObjectLogFilter,
  type ObjectLogSortField,
  ObjectLogStore
} from "@namewright/core/objectlog"
import {
  CurrentActor,
  Instant,
  Money,
  newOrganizationId,
  type Permission,
  RequestOfWork,
  type SortOrder,
  Transaction
} from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Struct } from "effect"
import { TestClock } from "effect/testing"

const newestFirst = { by: "created_on", order: "desc" } as const
const firstPage = { page: 1, page_size: 50 }

/** Contract of storage adapters for the object log. */
export const objectLogStoreContract = <E>(
  name: string,
  storage: Layer.Layer<LedgerStore | ObjectLogStore | Transaction, E>
) =>
  layer(storage)(`ObjectLogStore (${name})`, (it) => {
    /** Entries of a new organization, a minute apart. */
    const written = Effect.fnUntraced(function*(parts: ReadonlyArray<Partial<NewObjectLogEntry>>) {
      const { insert, list } = yield* ObjectLogStore
      const organization_id = yield* newOrganizationId
      const entries: Array<NewObjectLogEntry> = []
      for (const part of parts) {
        yield* TestClock.adjust("1 minute")
        entries.push({
          object_log_id: yield* newObjectLogId,
          organization_id,
          object_type: "DOMAIN",
          object_id: "domain_1",
          action: "UPDATED",
          details: { before: { name: "a" }, after: { name: "b \u{1f600} \"'" } },
          performed_by_type: "system",
          performed_by_id: null,
          api_key_id: null,
          server_request_id: null,
          created_on: yield* Instant.now,
          ...part
        })
      }
      yield* insert(entries)
      const ids = entries.map(({ object_log_id }) => object_log_id)
      const found = (
        filter: ObjectLogFilter,
        by: ObjectLogSortField = "created_on",
        order: SortOrder = "desc",
        page = firstPage
      ) =>
        Effect.map(list(organization_id, filter, { by, order }, page), ({ items, total }) => {
          assert.isAtLeast(total, items.length)
          return items.map(({ object_log_id }) => ids.indexOf(object_log_id))
        })
      return { entries, found, organization_id }
    })

    it.effect("lists entries as they were written, the newest first, in pages", () =>
      Effect.gen(function*() {
        const { list } = yield* ObjectLogStore
        const { entries, found, organization_id } = yield* written([
          {},
          { performed_by_type: "organization", performed_by_id: "organization_1", api_key_id: "api_key_1" },
          { details: null, server_request_id: "request-1" }
        ])
        const { items, total } = yield* list(organization_id, {}, newestFirst, firstPage)
        const expected = entries.map((entry) => Struct.omit(entry, ["organization_id"])).toReversed()
        assert.deepStrictEqual([total, items], [3, expected])
        assert.deepStrictEqual(yield* found({}, "created_on", "asc", { page: 2, page_size: 2 }), [2])
        assert.deepStrictEqual(yield* found({}, "object_log_id", "asc"), [0, 1, 2])
      }))

    it.effect("finds nothing of other organizations", () =>
      Effect.gen(function*() {
        const { list } = yield* ObjectLogStore
        const { entries } = yield* written([{}])
        const other = yield* newOrganizationId
        const [entry] = entries
        for (const filter of [{}, { object_log_id: entry?.object_log_id }, { object_id: "domain_1" }]) {
          assert.strictEqual((yield* list(other, filter, newestFirst, firstPage)).total, 0)
        }
      }))

    it.effect("filters by every member, and by times exclusively", () =>
      Effect.gen(function*() {
        const { entries, found } = yield* written([
          {},
          { object_type: "CONTACT", object_id: "contact_1", action: "CREATED" },
          { performed_by_type: "user", performed_by_id: "user_1" },
          { server_request_id: "request-1" }
        ])
        const [first, second] = entries
        assert.deepStrictEqual(yield* found({ object_log_id: second?.object_log_id }), [1])
        assert.deepStrictEqual(yield* found({ object_type: "CONTACT" }), [1])
        assert.deepStrictEqual(yield* found({ object_id: "contact_1" }), [1])
        assert.deepStrictEqual(yield* found({ action: "CREATED" }), [1])
        assert.deepStrictEqual(yield* found({ performed_by_type: "user" }), [2])
        assert.deepStrictEqual(yield* found({ performed_by_id: "user_1" }), [2])
        assert.deepStrictEqual(yield* found({ server_request_id: "request-1" }), [3])
        assert.deepStrictEqual(yield* found({ server_request_id: "" }), [])
        assert.deepStrictEqual(yield* found({ object_type: "DOMAIN", action: "CREATED" }), [])
        assert.deepStrictEqual(yield* found({ created_after: first?.created_on }), [3, 2, 1])
        assert.deepStrictEqual(yield* found({ created_before: second?.created_on }), [0])
      }))

    it.effect("sorts by every field, entries without a value lowest, ties by time", () =>
      Effect.gen(function*() {
        const { found } = yield* written([
          {
            object_type: "ZONE",
            object_id: "b",
            action: "UPDATED",
            performed_by_type: "user",
            performed_by_id: "user_1"
          },
          { object_type: "CONTACT", object_id: "c", action: "DELETED", server_request_id: "r" },
          {
            object_type: "CONTACT",
            object_id: "a",
            action: "CREATED",
            performed_by_type: "organization",
            performed_by_id: "o"
          }
        ])
        assert.deepStrictEqual(yield* found({}, "object_type", "asc"), [1, 2, 0])
        assert.deepStrictEqual(yield* found({}, "object_type", "desc"), [0, 2, 1])
        assert.deepStrictEqual(yield* found({}, "object_id", "asc"), [2, 0, 1])
        assert.deepStrictEqual(yield* found({}, "action", "asc"), [2, 1, 0])
        assert.deepStrictEqual(yield* found({}, "performed_by_type", "asc"), [2, 1, 0])
        assert.deepStrictEqual(yield* found({}, "performed_by_id", "asc"), [1, 2, 0])
        assert.deepStrictEqual(yield* found({}, "server_request_id", "asc"), [0, 2, 1])
      }))

    it.effect("removes the oldest entries before a time, in bounded steps", () =>
      Effect.gen(function*() {
        const { removeBefore } = yield* ObjectLogStore
        yield* removeBefore(DateTime.makeUnsafe("9999-01-01"), 100_000)
        const { entries, found } = yield* written([{}, {}, {}])
        const before = entries[2]?.created_on ?? DateTime.makeUnsafe(0)
        assert.strictEqual(yield* removeBefore(before, 1), 1)
        assert.deepStrictEqual(yield* found({}), [2, 1])
        assert.strictEqual(yield* removeBefore(before, 10), 1)
        assert.strictEqual(yield* removeBefore(before, 10), 0)
        assert.deepStrictEqual(yield* found({}), [2])
      }))

    it.effect("lists entries once while many others are stored", () =>
      Effect.gen(function*() {
        const { insert } = yield* ObjectLogStore
        const { entries, found } = yield* written([{ action: "CREATED" }, {}])
        const organization_id = yield* newOrganizationId
        const others = yield* Effect.forEach(
          Array.from({ length: 1000 }),
          () => Effect.map(newObjectLogId, (object_log_id) => ({ ...entries[1]!, object_log_id, organization_id }))
        )
        yield* insert(others)
        for (let reads = 0; reads < 20; reads++) assert.deepStrictEqual(yield* found({}), [1, 0])
        assert.deepStrictEqual(yield* found({ action: "CREATED" }), [0])
      }))

    it.effect("has the entries of committed work only, each once", () =>
      Effect.gen(function*() {
        const { list } = yield* ObjectLogStore
        const { atomically, withAdded } = yield* Transaction
        const { record } = yield* makeObjectLog
        const organization_id = yield* newOrganizationId
        const created = (object_id: string) =>
          record({
            organization_id,
            object_type: "CONTACT",
            object_id,
            action: "CREATED",
            after: { first_name: object_id }
          })
        const failing = (object_id: string) =>
          Effect.ignore(atomically(Effect.andThen(created(object_id), Effect.fail("refused"))))
        yield* created("alone")
        yield* failing("rolled back")
        yield* atomically(Effect.gen(function*() {
          yield* created("outer")
          yield* failing("in a savepoint")
          yield* Effect.ignore(atomically(Effect.andThen(
            Effect.andThen(created("written in a savepoint"), withAdded(Effect.void)),
            Effect.fail("refused")
          )))
          yield* withAdded(Effect.void)
          yield* atomically(created("inner"))
        }))
        const { items } = yield* list(organization_id, {}, { by: "object_id", order: "asc" }, firstPage)
        assert.deepStrictEqual(items.map(({ object_id }) => object_id), ["alone", "inner", "outer"])
      }))

    it.effect("has entries of committed work that were written with postings, each once", () =>
      Effect.gen(function*() {
        const { list } = yield* ObjectLogStore
        const { balances, post } = yield* LedgerStore
        const { atomically, withAdded } = yield* Transaction
        const { record } = yield* makeObjectLog
        const payer = yield* newOrganizationId
        const toppedUp = Effect.fnUntraced(function*(object_id: string) {
          yield* record({
            organization_id: payer,
            object_type: "BILLING_TRANSACTION",
            object_id,
            action: "CREATED",
            after: { object_id }
          })
          const postings = { ...noPostings, wallet: Money.MinorUnits.make(100), cash: Money.MinorUnits.make(-100) }
          const entry = {
            billing_transaction_id: yield* newBillingTransactionId,
            step: "top_up" as const,
            payer_id: payer,
            currency: "EUR" as const,
            postings
          }
          yield* withAdded(post(entry, Money.zero, yield* Instant.now))
        })
        yield* atomically(Effect.gen(function*() {
          yield* toppedUp("first of its payer")
          yield* Effect.ignore(atomically(Effect.andThen(toppedUp("in a savepoint"), Effect.fail("refused"))))
          yield* toppedUp("second")
        }))
        yield* Effect.ignore(atomically(Effect.andThen(toppedUp("rolled back"), Effect.fail("refused"))))
        yield* toppedUp("alone")
        const { items } = yield* list(payer, {}, { by: "object_id", order: "asc" }, firstPage)
        assert.deepStrictEqual(items.map(({ object_id }) => object_id), ["alone", "first of its payer", "second"])
        assert.strictEqual((yield* balances({ payer_id: payer, currency: "EUR" })).wallet, 300)
      }))

    it.effect("names who acted, and in which request", () =>
      Effect.gen(function*() {
        const { list } = yield* ObjectLogStore
        const { record } = yield* makeObjectLog
        const organization_id = yield* newOrganizationId
        const parent = yield* newOrganizationId
        const change = (object_id: string) =>
          record({ organization_id, object_type: "CONTACT", object_id, action: "CREATED", after: { object_id } })
        const as = (principal: CurrentActor["Service"]["principal"]) =>
          Effect.provideService(CurrentActor, {
            principal,
            organization_id: parent,
            parent_organization_id: null,
            organization_active: true,
            role: "admin",
            permissions: new Set<Permission>()
          })
        yield* change("1 system")
        yield* change("2 key").pipe(
          as({ type: "api_key", id: "api_key_1" }),
          Effect.provideService(RequestOfWork, "request-1")
        )
        yield* change("3 user").pipe(as({ type: "user", id: "user_1" }))
        yield* change("4 host").pipe(as({ type: "host_user", id: "7", name: "Ada" }))
        const { items } = yield* list(organization_id, {}, { by: "object_id", order: "asc" }, firstPage)
        assert.deepStrictEqual(
          items.map((item) => [item.performed_by_type, item.performed_by_id, item.api_key_id, item.server_request_id]),
          [
            ["system", null, null, null],
            ["organization", parent, "api_key_1", "request-1"],
            ["user", "user_1", null, null],
            ["user", "host_user:7", null, null]
          ]
        )
      }))
  })
