import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, type Scope } from "effect"
import { testSize } from "../../../../test/testSize.ts"
import { everyRole } from "../../../core/test/domains/DomainsPlatform.ts"
import type { ServedProcess } from "./ServedProcess.ts"
import { type Answered, caller, firstStartOf, wireInstallation, wireRegistry } from "./WireInstallation.ts"

/** `NAMEWRIGHT_KILLED_PROCESSES=10` for the figures of the page on reliability. */
const rounds = testSize(1, 1, "NAMEWRIGHT_KILLED_PROCESSES")

/** Promise of the page on reliability, in milliseconds from the moment in which the next process listens. */
const promised = 15_000

const oneYear = { unit: "y", value: 1 }

/** An installation with a process, its customer, and requests of which each keeps its key. */
const prepared = Effect.fnUntraced(function*(database: string) {
  const registry = yield* wireRegistry
  const start = yield* wireInstallation(database, registry.server, { sessions: 4 })
  const first = yield* start
  const { contact_id, key } = firstStartOf(first)
  const call = caller(key)
  const register = (process: ServedProcess, name: string, contact = contact_id) =>
    call(
      process,
      "POST",
      "/v1/domains",
      { name, period: oneYear, renewal_mode: "renew", contacts: { ...everyRole(contact_id), admin: contact } },
      `register ${name}`
    )
  const renew = (process: ServedProcess, name: string) =>
    call(process, "POST", `/v1/domains/${name}/renew`, { period: oneYear }, `renew ${name}`)
  const newContact = Effect.fnUntraced(function*(process: ServedProcess) {
    const { body } = yield* call(process, "GET", `/v1/contacts/${contact_id}`)
    const { city, country, email, first_name, last_name, phone, postal_code, street } = body
    const written = { city, country, email, first_name, last_name, phone, postal_code, street }
    const made = yield* call(process, "POST", "/v1/contacts", written)
    assert.strictEqual(made.status, 201, JSON.stringify(made.body))
    return made.body.contact_id as string
  })
  const { body } = yield* call(first, "GET", "/v1/auth/client_credentials/introspect")
  /** Charges of a domain, such as `renew succeeded`. */
  const charges = Effect.fnUntraced(function*(process: ServedProcess, name: string) {
    const path = `/v1/organizations/${body.organization_id}/transactions?product_reference=${name}`
    const listed = yield* call(process, "GET", path)
    assert.strictEqual(listed.status, 200, JSON.stringify(listed.body))
    const items: ReadonlyArray<{ readonly action: string; readonly status: string }> = listed.body.items
    return items.map(({ action, status }) => `${action} ${status}`).toSorted()
  })
  return { ...registry, charges, first, newContact, register, renew, start }
})

type Prepared = Effect.Success<ReturnType<typeof prepared>>

/** Repeats a request while it is in progress. */
const untilAnswered = (request: Effect.Effect<Answered>): Effect.Effect<Answered> =>
  Effect.flatMap(request, (answer) => {
    if (answer.status !== 409) return Effect.succeed(answer)
    assert.strictEqual(answer.body.code, "ERROR_REQUEST_IN_PROGRESS")
    return Effect.andThen(Effect.sleep("200 millis"), untilAnswered(request))
  })

/**
 * Sends three requests whose commands the registry answers when `gate` opens: a renewal and a registration that it has
 * carried out, and a registration whose contact it has created.
 */
const begun = Effect.fnUntraced(function*(on: Prepared, process: ServedProcess, label: string) {
  const { newContact, receivedOf, register, renew, server } = on
  const gate = yield* Deferred.make<void>()
  const names = { renewed: `renewed-${label}.org`, created: `created-${label}.org`, unsent: `unsent-${label}.org` }
  assert.strictEqual((yield* register(process, names.renewed)).status, 201)
  const contact = yield* newContact(process)
  const delay = { _tag: "Delay", until: Deferred.await(gate) } as const
  server.faults.inject({ command: "DomainRenew", object: names.renewed, fault: delay })
  server.faults.inject({ command: "DomainCreate", object: names.created, fault: delay })
  server.faults.inject({ command: "ContactCreate", fault: delay })
  const contacts = receivedOf("<contact:create")
  const requests = {
    renewed: (at: ServedProcess) => renew(at, names.renewed),
    created: (at: ServedProcess) => register(at, names.created),
    unsent: (at: ServedProcess) => register(at, names.unsent, contact)
  }
  const sent = yield* Effect.forEach(Object.values(requests), (request) => Effect.forkChild(request(process)))
  while (
    on.received("renew", names.renewed) === 0 || on.received("create", names.created) === 0
    || receivedOf("<contact:create") === contacts
  ) yield* Effect.sleep("20 millis")
  return { gate, names, requests, sent }
})

type Begun = Effect.Success<ReturnType<typeof begun>>

const assertOnce = Effect.fnUntraced(function*(
  { charges, received }: Prepared,
  process: ServedProcess,
  { names }: Begun
) {
  assert.strictEqual(received("renew", names.renewed), 1)
  assert.strictEqual(received("create", names.created), 1)
  assert.strictEqual(received("create", names.unsent), 1)
  assert.deepStrictEqual(yield* charges(process, names.renewed), ["create succeeded", "renew succeeded"])
  assert.deepStrictEqual(yield* charges(process, names.created), ["create succeeded"])
  assert.deepStrictEqual(yield* charges(process, names.unsent), ["create succeeded"])
})

/** Repeats the requests at another process, with their keys; returns the milliseconds until all were answered. */
const repeated = Effect.fnUntraced(function*({ requests }: Begun, process: ServedProcess, since: number) {
  const { created, renewed, unsent } = yield* Effect.all({
    created: untilAnswered(requests.created(process)),
    renewed: untilAnswered(requests.renewed(process)),
    unsent: untilAnswered(requests.unsent(process))
  }, { concurrency: "unbounded" })
  const took = Date.now() - since
  assert.strictEqual(renewed.status, 200, JSON.stringify(renewed.body))
  assert.strictEqual(created.status, 201, JSON.stringify(created.body))
  assert.strictEqual(unsent.status, 201, JSON.stringify(unsent.body))
  return took
})

/** Tests of `namewright serve` processes that end or pause while commands at a registry are open. */
export const endedProcessesSuite = (databaseName: string, database: Effect.Effect<string, never, Scope.Scope>) =>
  describe(`namewright serve on ${databaseName}`, () => {
    it.live(
      "answers the requests of a killed process within 15 seconds of the next start",
      () =>
        Effect.gen(function*() {
          const on = yield* prepared(yield* database)
          let current = on.first
          const [times, starts]: [Array<number>, Array<number>] = [[], []]
          for (let round = 1; round <= rounds; round++) {
            const open = yield* begun(on, current, String(round))
            current.child.kill("SIGKILL")
            const killed = Date.now()
            current = yield* on.start
            const listens = Date.now()
            times.push(yield* repeated(open, current, listens))
            starts.push(listens - killed)
            yield* assertOnce(on, current, open)
          }
          yield* Effect.logInfo(
            `${databaseName}: answered ${times.join(", ")} ms after starts of ${starts.join(", ")} ms`
          )
          assert.isAtMost(Math.max(...times), promised)
        }).pipe(Effect.scoped),
      60_000 + rounds * 40_000
    )

    it.live(
      "sends nothing more for requests that another process has taken over while it was suspended",
      () =>
        Effect.gen(function*() {
          const on = yield* prepared(yield* database)
          const { first } = on
          const second = yield* on.start
          const open = yield* begun(on, first, "suspended")
          first.child.kill("SIGSTOP")
          const took = yield* repeated(open, second, Date.now())
          assert.isAtMost(took, promised)
          yield* Deferred.succeed(open.gate, undefined)
          first.child.kill("SIGCONT")
          for (const { status } of yield* Effect.forEach(open.sent, Fiber.join)) {
            assert.include([200, 201, 409, 503], status)
          }
          yield* assertOnce(on, second, open)
          assert.strictEqual((yield* on.register(first, "continued.org")).status, 201)
          assert.include(first.printed(), "This process counted as ended")
        }).pipe(Effect.scoped),
      120_000
    )
  })
