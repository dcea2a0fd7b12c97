import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { registrant } from "../domains/dnssecCaller.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { rrset, upsert, zoneCaller } from "./zoneCaller.ts"

type Call = Effect.Success<ReturnType<typeof zoneCaller>>

const changed = rrset("www", "A", 300, "192.0.2.99")

/** Every operation on a zone, with a body that its owner could send. */
const operations: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
  ["GET", ""],
  ["GET", "/publication"],
  ["GET", "/master-file"],
  ["GET", "/changes"],
  ["GET", "/changes/{serial}"],
  ["POST", "/claim"],
  ["PUT", "/rrsets", { rrsets: [changed] }],
  ["PATCH", "/rrsets", { ops: [upsert(changed)] }],
  ["PATCH", "/records", { ops: [{ op: "upsert", record: { name: "www", type: "A", ttl: 300, rdata: "192.0.2.99" } }] }],
  ["POST", "/import", { master_file: "www 60 IN A 192.0.2.99\n" }],
  ["POST", "/restore", { serial: 1 }],
  ["POST", "/dnssec/enable"],
  ["POST", "/dnssec/disable"],
  ["POST", "/dnssec/roll"],
  ["DELETE", ""]
]

const create = (call: Call, name: string) =>
  Effect.map(call("POST", "/v1/dns", { name, rrsets: [rrset("www", "A", 300, "192.0.2.1")] }), ({ body, status }) => {
    assert.strictEqual(status, 201, JSON.stringify(body))
    return body as { readonly dns_zone_id: string; readonly name: string; readonly serial: number }
  })

let made = 0

/** An organization's zone, and another organization that must neither see nor change it. */
interface Pair {
  readonly owner: Call
  readonly zone: Effect.Success<ReturnType<typeof create>>
  readonly other: Call
  /** True if the other organization has a zone of the same name, which the name then means. */
  readonly hasOwn: boolean
}

const pairs: Readonly<Record<string, Effect.Effect<Pair, never, TestPlatform>>> = {
  "a stranger": Effect.gen(function*() {
    const [owner, other] = [yield* zoneCaller(), yield* zoneCaller()]
    return { owner, other, zone: yield* create(owner, `delegated-t${++made}.com`), hasOwn: false }
  }),
  "an organization with an unproven zone of a proven name": Effect.gen(function*() {
    const [owner, other] = [yield* zoneCaller(), yield* zoneCaller()]
    const name = `delegated-t${++made}.com`
    const zone = yield* create(owner, name)
    assert.strictEqual((yield* owner("POST", `/v1/dns/${name}/claim`)).body.ownership.state, "proven")
    yield* create(other, name)
    return { owner, other, zone, hasOwn: true }
  }),
  "the holder whose registration displaced the zone": Effect.gen(function*() {
    const [owner, other] = [yield* zoneCaller(), yield* registrant]
    const name = `t${++made}.com`
    const zone = yield* create(owner, name)
    yield* other.register(name)
    return { owner, other, zone, hasOwn: false }
  }),
  "the organization whose zone the holder displaced": Effect.gen(function*() {
    const [owner, other] = [yield* registrant, yield* zoneCaller()]
    const name = `t${++made}.com`
    yield* create(other, name)
    yield* owner.register(name)
    return { owner, other, zone: yield* create(owner, name), hasOwn: true }
  }),
  "a suborganization of the owner": Effect.gen(function*() {
    const { organization } = yield* TestPlatform
    const owner = yield* zoneCaller()
    const other = yield* zoneCaller({ of: yield* organization({ parent: owner.organization }) })
    return { owner, other, zone: yield* create(owner, `t${++made}.com`), hasOwn: false }
  })
}

layer(TestPlatform.layer)("No operation on zones", (it) => {
  it.effect.each(Object.entries(pairs))(
    "shows or changes another organization's zone to %s",
    ([, pair]) =>
      Effect.gen(function*() {
        const { hasOwn, other, owner, zone } = yield* pair
        const path = `/v1/dns/${zone.dns_zone_id}`
        const before = (yield* owner("GET", path)).body
        const answers: Array<unknown> = []
        for (const reference of [zone.dns_zone_id, ...(hasOwn ? [] : [zone.name])]) {
          for (const [method, rest, body] of operations) {
            const target = `/v1/dns/${reference}${rest.replace("{serial}", String(zone.serial))}`
            const answer = yield* other(method, target, body)
            assert.deepStrictEqual([target, answer.status, answer.body.code], [target, 404, "ERROR_ZONE_NOT_FOUND"])
          }
        }
        // What follows by name concerns the caller's own zone, if it has one.
        for (const [method, rest, body] of hasOwn ? operations.filter(([, own]) => own !== "/claim") : []) {
          answers.push((yield* other(method, `/v1/dns/${zone.name}${rest.replace("{serial}", "1")}`, body)).body)
        }
        for (const list of ["/v1/dns?page_size=100", "/v1/dns/summary", "/v1/events?page_size=100"]) {
          answers.push((yield* other("GET", list)).body)
        }
        answers.push((yield* other("POST", "/v1/dns", { name: zone.name })).body)
        const shown = JSON.stringify(answers)
        for (const secret of [zone.dns_zone_id, owner.organization, owner.organization.slice("organization_".length)]) {
          assert.notInclude(shown, secret)
        }
        assert.deepStrictEqual((yield* owner("GET", path)).body, before)
      })
  )
})
