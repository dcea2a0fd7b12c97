import { assert, describe, it } from "@effect/vitest"
import { nameOf } from "@namewright/conformance"
import { RateLimit, standardRateLimit, type Verdict } from "../../src/embedded/RateLimit.ts"
import { Message, rcodes, rrTypes } from "../../src/index.ts"

const start = 1_795_000_000_000

const response = (name: string, changes: Partial<Message.Message> = {}): Uint8Array =>
  Message.encode({
    ...Message.query,
    isResponse: true,
    questions: [{ name: nameOf(name), type: rrTypes.A, class: 1 }],
    answers: [{ name: nameOf(name), type: rrTypes.A, class: 1, ttl: 300, rdata: Uint8Array.of(192, 0, 2, 1) }],
    ...changes
  })

const authority = (zone: string): Message.ResourceRecord => ({
  name: nameOf(zone),
  type: rrTypes.SOA,
  class: 1,
  ttl: 300,
  rdata: new Uint8Array(22)
})

const missing = (name: string, zone: string): Uint8Array =>
  response(name, { rcode: rcodes.NXDOMAIN, answers: [], authorities: [authority(zone)] })

/** Sends responses within one millisecond, and answers the verdicts. */
const flood = (limit: RateLimit, address: string, responses: ReadonlyArray<Uint8Array>, at = start) =>
  responses.map((one) => limit.onResponse(address, one, at))

const count = (verdicts: ReadonlyArray<Verdict>, verdict: Verdict) => verdicts.filter((one) => one === verdict).length

const names = (amount: number) => Array.from({ length: amount }, (_, index) => `n${index}.example.test`)

describe("RateLimit", () => {
  it("sends a limited number of equal responses per second to a network, and truncates every second one above", () => {
    const limit = new RateLimit(standardRateLimit, 7)
    const verdicts = flood(limit, "192.0.2.1", Array.from({ length: 220 }, () => response("www.example.test")))
    assert.deepStrictEqual([count(verdicts, "send"), count(verdicts, "truncate"), count(verdicts, "drop")], [
      20,
      100,
      100
    ])
    assert.strictEqual(count(flood(limit, "192.0.2.200", [response("www.example.test")]), "send"), 0)
    assert.strictEqual(limit.onResponse("192.0.3.1", response("www.example.test"), start), "send")
    const later = flood(limit, "192.0.2.1", Array.from({ length: 20 }, () => response("www.example.test")), start + 500)
    assert.strictEqual(count(later, "send"), 10)
  })

  it("counts responses to different questions separately, up to the limit of the network", () => {
    const limit = new RateLimit(standardRateLimit, 7)
    const verdicts = flood(limit, "2001:db8:0:1::1", names(200).map((name) => response(name)))
    assert.strictEqual(count(verdicts, "send"), 80)
    assert.notStrictEqual(limit.onQuery("2001:db8:0:ff::9", start), "send")
    assert.strictEqual(limit.onQuery("2001:db8:0:100::1", start), "send")
    assert.strictEqual(limit.onQuery("2001:db8:0:1::1", start + 1000), "send")
  })

  it("counts all negative responses of a zone as equal, and those of another zone separately", () => {
    const limit = new RateLimit(standardRateLimit, 7)
    const all = names(50).map((name) => missing(name, "example.test"))
    assert.strictEqual(count(flood(limit, "192.0.2.1", all), "send"), 20)
    assert.strictEqual(limit.onResponse("192.0.2.1", missing("a.other.test", "other.test"), start), "send")
  })

  it("counts errors with one code as equal", () => {
    const limit = new RateLimit(standardRateLimit, 7)
    const all = names(50).map((name) => response(name, { rcode: rcodes.REFUSED, answers: [] }))
    assert.strictEqual(count(flood(limit, "192.0.2.1", all), "send"), 20)
    assert.strictEqual(limit.onResponse("192.0.2.1", response("n1.example.test"), start), "send")
  })

  it("counts a name in any spelling as one", () => {
    const limit = new RateLimit({ responses_per_second: 1, all_responses_per_second: 10, slip: 0 }, 7)
    const verdicts = flood(limit, "192.0.2.1", [response("www.example.test"), response("WWW.Example.test")])
    assert.deepStrictEqual(verdicts, ["send", "drop"])
  })

  it("truncates separately for each network", () => {
    const limit = new RateLimit({ responses_per_second: 1, slip: 2 }, 7)
    const one = response("www.example.test")
    flood(limit, "192.0.2.1", [one])
    flood(limit, "198.51.100.1", [one])
    const turns = Array.from({ length: 4 }, () => [
      limit.onResponse("192.0.2.1", one, start),
      limit.onResponse("198.51.100.1", one, start)
    ])
    assert.deepStrictEqual(turns.map(([first]) => first), ["drop", "truncate", "drop", "truncate"])
    assert.deepStrictEqual(turns.map(([, second]) => second), ["drop", "truncate", "drop", "truncate"])
  })
})
