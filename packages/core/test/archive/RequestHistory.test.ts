import { assert, it } from "@effect/vitest"
import { type NewRequestRecord, RequestHistory, RequestRetention, RequestStore } from "@namewright/core/archive"
import {
  CurrentActor,
  HostTransaction,
  Instant,
  newOrganizationId,
  type OrganizationId,
  type Permission,
  Timetable
} from "@namewright/core/shared"
import { Context, Deferred, Effect, Fiber, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

const storage = Layer.fresh(Layer.merge(Timetable.layer, memoryDatabase()))
const platform = Layer.merge(RequestHistory.layer, RequestRetention).pipe(Layer.provideMerge(storage))

const lastFirst = { by: "created_on", order: "desc" } as const
const firstPage = { page: 1, page_size: 50 }

const request = (organization_id: OrganizationId, id: string) =>
  Effect.map(Instant.now, (now): NewRequestRecord => ({
    server_request_id: id,
    organization_id,
    method: "GET",
    path: "/v1/domains",
    status_code: 200,
    duration: 1,
    client_ip: "192.0.2.1",
    performed_by_type: "organization",
    performed_by_id: organization_id,
    request_body: null,
    response_body: null,
    request_started_at: now,
    request_completed_at: now
  }))

/** Adds requests with these ids. */
const record = Effect.fnUntraced(function*(organization: OrganizationId, ids: ReadonlyArray<string>) {
  const history = yield* RequestHistory
  for (const id of ids) history.record(yield* request(organization, id))
})

/** Number of stored requests. */
const stored = (organization: OrganizationId) =>
  RequestStore.use(({ list }) => Effect.map(list(organization, {}, lastFirst, firstPage), ({ total }) => total))

const as = (organization_id: OrganizationId, permissions: ReadonlyArray<Permission>) =>
  Effect.provideService(CurrentActor, {
    principal: { type: "user", id: "user_1" },
    organization_id,
    parent_organization_id: null,
    organization_active: true,
    role: "admin",
    permissions: new Set(permissions)
  })

const ids = (count: number) => Array.from({ length: count }, (_, index) => `request-${index}`)

it.effect("stores requests a second later, together", () =>
  Effect.gen(function*() {
    const organization = yield* newOrganizationId
    yield* record(organization, ids(250))
    yield* TestClock.adjust("999 millis")
    assert.strictEqual(yield* stored(organization), 0)
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(yield* stored(organization), 250)
    yield* record(organization, ["later"])
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* stored(organization), 251)
  }).pipe(Effect.provide(platform)))

it.effect("lists those that are not stored yet, for callers with the right", () =>
  Effect.gen(function*() {
    const { list } = yield* RequestHistory
    const organization = yield* newOrganizationId
    yield* record(organization, ["one"])
    const listed = list({}, lastFirst, firstPage)
    const refused = yield* Effect.flip(listed.pipe(as(organization, ["domains:read"])))
    assert.strictEqual(refused._tag, "PermissionDenied")
    const { items } = yield* listed.pipe(as(organization, ["audit_logs:read"]))
    assert.deepStrictEqual(items.map(({ server_request_id }) => server_request_id), ["one"])
    const other = yield* newOrganizationId
    assert.strictEqual((yield* listed.pipe(as(other, ["audit_logs:read"]))).total, 0)
  }).pipe(Effect.provide(platform)))

it.effect("stores what waits although the caller who lists it disconnects, and lets other lists wait for it", () =>
  Effect.gen(function*() {
    const store = yield* RequestStore
    const [isInserting, mayInsert] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const slow = Layer.succeed(RequestStore, {
      ...store,
      insert: (requests) =>
        Deferred.succeed(isInserting, undefined).pipe(
          Effect.andThen(Deferred.await(mayInsert)),
          Effect.andThen(store.insert(requests))
        )
    })
    const organization = yield* newOrganizationId
    yield* Effect.gen(function*() {
      const { list } = yield* RequestHistory
      const listed = list({}, lastFirst, firstPage).pipe(as(organization, ["audit_logs:read"]))
      yield* record(organization, ["one"])
      const leaving = yield* Effect.forkChild(listed)
      yield* Deferred.await(isInserting)
      const left = yield* Effect.forkChild(Fiber.interrupt(leaving), { startImmediately: true })
      const other = yield* Effect.forkChild(listed, { startImmediately: true })
      yield* Deferred.succeed(mayInsert, undefined)
      yield* Fiber.join(left)
      assert.strictEqual((yield* Fiber.join(other)).total, 1)
    }).pipe(Effect.provide(Layer.provide(RequestHistory.layer, slow)))
  }).pipe(Effect.provide(storage)))

it.effect("stores nothing in a transaction of the host, which may be rolled back", () =>
  Effect.gen(function*() {
    const { list } = yield* RequestHistory
    const organization = yield* newOrganizationId
    yield* record(organization, ["one"])
    const listed = list({}, lastFirst, firstPage).pipe(as(organization, ["audit_logs:read"]))
    const { total } = yield* Effect.provideService(listed, HostTransaction, true)
    assert.strictEqual(total, 0)
    assert.strictEqual((yield* listed).total, 1)
  }).pipe(Effect.provide(platform)))

it.effect("stores what waits when the platform is closed", () =>
  Effect.gen(function*() {
    const organization = yield* newOrganizationId
    const scope = yield* Scope.make()
    const built = yield* Layer.buildWithScope(RequestHistory.layer, scope)
    Context.get(built, RequestHistory).record(yield* request(organization, "last"))
    yield* Scope.close(scope, yield* Effect.exit(Effect.void))
    assert.strictEqual(yield* stored(organization), 1)
  }).pipe(Effect.provide(storage)))

it.effect("keeps at most 10,000 that wait, says how many are missing, and goes on after a failure", () =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))
    let isAway = true
    const store = yield* RequestStore
    const failing = Layer.succeed(RequestStore, {
      ...store,
      insert: (requests) => isAway ? Effect.die(new Error("no connection")) : store.insert(requests)
    })
    const organization = yield* newOrganizationId
    yield* Effect.gen(function*() {
      yield* record(organization, ids(10_003))
      yield* TestClock.adjust("1 second")
      isAway = false
      yield* record(organization, ["after"])
      yield* TestClock.adjust("1 second")
    }).pipe(
      Effect.provide(Layer.provide(RequestHistory.layer, failing)),
      Effect.provide(Logger.layer([logger]))
    )
    assert.deepStrictEqual(lines.map((line) => line.split(",", 1)[0]), [
      "3 requests are missing in the request history",
      "The request history could not be stored"
    ])
    assert.strictEqual(yield* stored(organization), 1)
  }).pipe(Effect.provide(storage)))

it.effect("removes requests after 90 days, 1,000 at a time", () =>
  Effect.gen(function*() {
    const organization = yield* newOrganizationId
    const work = (yield* (yield* Timetable).works).find(({ name }) => name === "archive.requestRetention")
    const round = work === undefined ? Effect.die(new Error("Nothing removes requests")) : work.run
    yield* record(organization, ids(1001))
    yield* TestClock.adjust("90 days")
    assert.isFalse(yield* round)
    assert.strictEqual(yield* stored(organization), 1001)
    yield* TestClock.adjust("1 second")
    assert.isTrue(yield* round)
    assert.strictEqual(yield* stored(organization), 1)
    assert.isFalse(yield* round)
    assert.strictEqual(yield* stored(organization), 0)
  }).pipe(Effect.provide(platform)))
