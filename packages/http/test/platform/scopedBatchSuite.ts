import { assert, layer } from "@effect/vitest"
import { ApiKeys, asSystem, type NewApiKey } from "@namewright/core/access"
import { JobWorker } from "@namewright/core/jobs"
import { Duration, Effect, type Layer, Redacted } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"

type Restrictions = NonNullable<NewApiKey["restrictions"]>

const keys = "/v1/auth/client_credentials"
const zonesOfBatch = 8

const drain = JobWorker.use((worker) => worker.drain(Duration.minutes(1)))

/** An organization with zones, and a restricted key with a batch for each of them. */
const customerWithBatch = Effect.fnUntraced(function*(
  round: number,
  restrictionsOf: (tag_id: string) => Restrictions = () => ({ names: ["*.example"] })
) {
  const { fetch, key, organization } = yield* TestPlatform
  const owner = yield* organization()
  const admin = yield* key(owner)
  const suffix = `round${round}-${owner.slice(-8)}.example`
  const names = Array.from({ length: zonesOfBatch }, (_, index) => `z${index}.${suffix}`)
  for (const name of names) {
    const { body, status } = yield* fetch("POST", "/v1/dns", { name }, { key: admin })
    assert.strictEqual(status, 201, JSON.stringify(body))
  }
  const tag = yield* fetch("POST", "/v1/tags", { type: "ZONE", label: "batch" }, { key: admin })
  const { tag_id } = tag.body
  const retag = (change: object) => fetch("POST", `/v1/tags/${tag_id}/objects`, change, { key: admin })
  yield* retag({ add: names })
  const restrictions = restrictionsOf(tag_id)
  const service = yield* ApiKeys
  const made = yield* asSystem(owner, service.create({ api_key_name: "restricted", restrictions }))
  const restricted = Redacted.value(made.api_key)
  const ops = [{ op: "upsert", rrset: { name: "b", type: "A", ttl: 300, records: [{ rdata: "192.0.2.9" }] } }]
  const batch = yield* fetch("POST", "/v1/jobs", {
    paused: true,
    commands: [{
      command: "dns_zone_patch_rrsets_bulk",
      payload: { template: { ops }, instances: names.map((zone_name) => ({ zone_name })) }
    }]
  }, { key: restricted })
  assert.deepStrictEqual([batch.status, batch.body.jobs_created], [201, zonesOfBatch], JSON.stringify(batch.body))
  const { batch_id } = batch.body

  /** True for the zones that the batch has changed. */
  const isChanged = Effect.fnUntraced(function*(name: string) {
    const { body } = yield* fetch("GET", `/v1/dns/${name}`, undefined, { key: admin })
    return body.rrsets.some(({ type }: { readonly type: string }) => type === "A")
  })

  return {
    names,
    untag: (zones: ReadonlyArray<string>) => retag({ remove: zones }),
    restrict: (to: Restrictions | null) =>
      Effect.map(
        fetch("PATCH", `${keys}/${made.api_key_id}`, { restrictions: to }, { key: admin }),
        ({ body, status }) => assert.strictEqual(status, 200, JSON.stringify(body))
      ),
    resume: fetch("POST", `/v1/jobs/${batch_id}/resume`, undefined, { key: admin }),
    changed: Effect.map(Effect.filter(names, isChanged), (found) => new Set(found)),
    seen: Effect.map(fetch("GET", `/v1/jobs/${batch_id}`, undefined, { key: restricted }), ({ status }) => status),
    /** Outcome of each job by the name of its zone. */
    outcomes: Effect.map(
      fetch("GET", `/v1/jobs/${batch_id}/jobs?page_size=50`, undefined, { key: admin }),
      ({ body }) =>
        new Map<string, string>(body.items.map((job: any) => [
          job.resource_key.replace(/\.$/, ""),
          job.status === "succeeded" ? "succeeded" : job.error_code
        ]))
    )
  }
})

/** Tests of batches whose key is restricted otherwise while they wait or run. */
export const scopedBatchSuite = <E>(
  name: string,
  platform: Layer.Layer<TestPlatform | ApiKeys | JobWorker, E>,
  { rounds }: {
    /** Rounds in which the restrictions are narrowed while jobs run; without them only the tests of short runs. */
    readonly rounds: number
  }
) =>
  layer(platform as Layer.Layer<any, E>, { timeout: 60_000 })(`batches of restricted keys (${name})`, (it) => {
    it.effect("fail for the zones that have left the restrictions, while they wait", () =>
      Effect.gen(function*() {
        const batch = yield* customerWithBatch(0)
        const kept = batch.names.slice(0, 5)
        yield* batch.restrict({ names: kept })
        assert.strictEqual(yield* batch.seen, 404)
        yield* batch.resume
        yield* drain
        const outcomes = yield* batch.outcomes
        const changed = yield* batch.changed
        for (const zone of batch.names) {
          assert.strictEqual(outcomes.get(zone), kept.includes(zone) ? "succeeded" : "ERROR_ZONE_NOT_FOUND")
          assert.strictEqual(changed.has(zone), kept.includes(zone))
        }
      }))

    it.effect("stay within the restrictions at their submission after these are removed", () =>
      Effect.gen(function*() {
        const batch = yield* customerWithBatch(1, (tag_id) => ({ tag_ids: [tag_id] }))
        const gone = batch.names.slice(0, 3)
        yield* batch.untag(gone)
        yield* batch.restrict(null)
        yield* batch.resume
        yield* drain
        const outcomes = yield* batch.outcomes
        for (const zone of batch.names) {
          assert.strictEqual(outcomes.get(zone), gone.includes(zone) ? "ERROR_ZONE_NOT_FOUND" : "succeeded")
        }
      }))

    it.effect("write no RRsets that have left the restrictions", () =>
      Effect.gen(function*() {
        const batch = yield* customerWithBatch(
          2,
          () => ({ names: ["*.example"], rrsets: [{ name: "b.*", types: ["A"] }] })
        )
        yield* batch.restrict({ names: ["*.example"], rrsets: [{ name: "c.*" }] })
        yield* batch.resume
        yield* drain
        assert.strictEqual((yield* batch.changed).size, 0)
        assert.deepStrictEqual([...new Set((yield* batch.outcomes).values())], ["ERROR_ZONE_VALIDATION_FAILED"])
      }))

    it.effect("change no zone outside of restrictions that are narrowed while they run", () =>
      Effect.gen(function*() {
        for (let round = 0; round < rounds; round++) {
          const batch = yield* customerWithBatch(10 + round)
          const kept = batch.names.slice(0, 5)
          yield* batch.resume
          yield* Effect.all([drain, Effect.andThen(Effect.yieldNow, batch.restrict({ names: kept }))], {
            concurrency: "unbounded"
          })
          yield* drain
          const outcomes = yield* batch.outcomes
          const changed = yield* batch.changed
          for (const zone of batch.names) {
            // A job outside of the restrictions has either run before the change, or was refused and changed nothing.
            const expected = changed.has(zone) ? "succeeded" : "ERROR_ZONE_NOT_FOUND"
            assert.strictEqual(outcomes.get(zone), expected, zone)
            if (kept.includes(zone)) {
              assert.isTrue(changed.has(zone), zone)
            }
          }
        }
      }))
  })
