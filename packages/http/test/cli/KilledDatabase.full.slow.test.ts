import { assert, it } from "@effect/vitest"
import { ApiKeys } from "@namewright/core/access"
import { type BatchId, type BatchSummary, Jobs } from "@namewright/core/jobs"
import { Effect, Redacted } from "effect"
import { killablePostgres } from "../../../../test/KillablePostgres.ts"
import { testSize } from "../../../../test/testSize.ts"
import { type Customer, customer, everyRole } from "../../../core/test/domains/DomainsPlatform.ts"
import { all, assertOnce, nameOf, oldestFirst, settled } from "../../../core/test/domains/registeredOnce.ts"
import { platformOf } from "../../../core/test/domains/sharedInstallation.ts"
import { type Answered, servedInstallation } from "./ServedInstallation.ts"

/**
 * Speed of the clock. A process of a busy machine may stop for a second; at 15 times the speed it would count as ended each
 * time, and its work would begin again.
 */
const factor = 5

/** `NAMEWRIGHT_KILLED_DOMAINS=20000` for the test of a release. */
const count = testSize(40, 120, "NAMEWRIGHT_KILLED_DOMAINS")
const parts = testSize(2, 4)
const size = Math.ceil(count / parts)
const credit = size * parts * 2000
/** Kills while the batches are carried out; as many again happen while they are submitted. */
const laterKills = Math.max(parts, Math.ceil(count / 100))

/** A repeated submission is known by the key of the request, or by those of its commands. */
const isKnownByRequest = (part: number): boolean => part < parts / 2

const submission = ({ contact_id }: Customer, part: number) => ({
  body: {
    label: `part ${part}`,
    commands: Array.from({ length: size }, (_, index) => ({
      command: "domain_create",
      payload: {
        name: nameOf(part * size + index),
        contacts: everyRole(contact_id),
        period: { unit: "y", value: 1 },
        renewal_mode: "renew",
        nameservers: ["ns1.example.net", "ns2.example.net"]
      },
      ...(isKnownByRequest(part) ? {} : { idempotency_key: `${part}-${index}` })
    }))
  },
  headers: isKnownByRequest(part) ? { "idempotency-key": `part ${part}` } : {}
})

const sometime = (leastMillis: number, mostMillis: number) =>
  Effect.suspend(() => Effect.sleep(leastMillis + Math.random() * (mostMillis - leastMillis)))

/** Repeats a request while the server or its database is unavailable. Any other failure fails the test. */
const until = (
  ask: Effect.Effect<Answered>,
  isEnough: (answer: Answered) => boolean,
  tolerated: ReadonlyArray<number> = [0, 503]
): Effect.Effect<Answered> =>
  Effect.flatMap(ask, (answer) => {
    if (isEnough(answer)) return Effect.succeed(answer)
    assert.include([...tolerated, 200], answer.status, JSON.stringify(answer.body))
    return Effect.andThen(sometime(100, 300), until(ask, isEnough, tolerated))
  })

const batchesOf = ({ body }: Answered): ReadonlyArray<typeof BatchSummary.Encoded> => body.items

/** Submits the parts, each of them with a kill that happens meanwhile. */
const submitted = Effect.fnUntraced(function*(
  call: Effect.Success<ReturnType<typeof servedInstallation>>["call"],
  { key, owner }: { readonly key: string; readonly owner: Customer },
  kills: ReadonlyArray<Effect.Effect<void>>
) {
  const list = until(call(key, "GET", "/v1/jobs?page_size=100"), ({ status }) => status === 200)
  for (let part = 0; part < parts; part++) {
    const submit = call(key, "POST", "/v1/jobs", submission(owner, part))
    const stored = Effect.map(
      list,
      (answer) => batchesOf(answer).filter(({ label }) => label === `part ${part}`).map(({ total_jobs }) => total_jobs)
    )
    const kill = Effect.andThen(sometime(0, 500), kills[part % kills.length] ?? Effect.void)
    const [first] = yield* Effect.all([submit, kill], { concurrency: 2 })
    // All of it or nothing; and all of it, if that was said.
    const then = yield* stored
    if (then.length > 0 || first.status === 201) assert.deepStrictEqual(then, [size])
    const { body } = yield* until(submit, ({ status }) => status === 201, [0, 409, 503])
    assert.strictEqual(body.jobs_created + body.jobs_duplicated, size)
    assert.deepStrictEqual(yield* stored, [size])
  }
  const isComplete = (answer: Answered) =>
    answer.status === 200 && batchesOf(answer).every(({ status }) => status === "complete")
  return { complete: Effect.map(until(list, isComplete), batchesOf) }
})

it.live(
  "Batches over HTTP are carried out once, however often the server and PostgreSQL are killed",
  () =>
    Effect.gen(function*() {
      const database = yield* killablePostgres
      const base = Date.now()
      const onPlatform = Effect.provide(platformOf({ database: "postgres", address: database.url, base }, factor))
      const caller = yield* onPlatform(Effect.gen(function*() {
        const owner = yield* customer(credit)
        const { api_key } = yield* owner.act(Effect.flatMap(ApiKeys, (keys) => keys.create({ api_key_name: "killed" })))
        return { owner, key: Redacted.value(api_key) }
      }))
      const { owner } = caller
      const served = yield* servedInstallation({ database: database.url, base, factor })
      const kills = [
        served.replace,
        // The server has to go on by itself.
        Effect.map(database.replace(sometime(0, 1500)), () => assert.isTrue(served.isAlive(), served.printed()))
      ]
      const { complete } = yield* submitted(served.call, caller, kills)
      const killing = Effect.gen(function*() {
        for (let kill = 1; kill <= laterKills; kill++) {
          yield* sometime(500, 3000)
          yield* kills[kill % kills.length] ?? Effect.void
        }
        return yield* Effect.never
      })
      const batches = yield* Effect.raceFirst(complete, killing)

      yield* onPlatform(Effect.gen(function*() {
        const service = yield* Jobs
        const list = (batch_id: string) =>
          all((page) => owner.act(service.listJobs(batch_id as BatchId, {}, oldestFirst, page)))
        const jobs = (yield* Effect.forEach(batches, ({ batch_id }) => list(batch_id))).flat()
        assert.strictEqual(jobs.length, size * parts)
        yield* settled(owner, jobs)
        yield* assertOnce(owner, jobs, credit)
      }))
    }).pipe(Effect.scoped),
  // Kills put no command off. On a busy machine, each of them takes the server and PostgreSQL many seconds to start.
  900_000 + count * 1500
)
