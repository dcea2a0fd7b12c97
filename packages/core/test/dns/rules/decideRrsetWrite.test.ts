import { assert, describe, it } from "@effect/vitest"
import { decideRrsetWrite, readRrsetWrite, type Rrset, type RrsetWrite } from "@namewright/core/dns"
import { Effect, Fiber, Result, Schema } from "effect"
import { exampleZone, nameOf } from "../ExampleZone.ts"
import { MemoryZone, recordOps, replace, rrsetOps, zoneOf } from "./MemoryZone.ts"

const after = (write: RrsetWrite, ...stored: ReadonlyArray<string>): ReadonlyArray<string> => {
  const zone = zoneOf(...stored)
  zone.take(write)
  return zone.lines
}

/** Places and slugs of what is wrong with a write; of a protected RRset, which one it is. */
const refusal = (zone: MemoryZone, write: RrsetWrite): ReadonlyArray<string> => {
  const before = zone.lines
  const decision = Effect.runSync(Effect.result(zone.decide(write)))
  assert.deepStrictEqual(zone.lines, before)
  if (Result.isSuccess(decision)) return []
  const { failure } = decision
  return failure._tag === "ZoneValidationFailed"
    ? failure.errors.map(({ loc, type }) => `${loc.join(".")} ${type}`)
    : [`${failure.rrset_name} ${failure.rrset_type} ${failure.protected_reason}`]
}

const guarded = (): MemoryZone =>
  new MemoryZone([{
    name: nameOf("ns1.example.test."),
    type: "A",
    ttl: 300,
    records: ["192.0.2.53"],
    protected_reason: "GENERIC"
  }])

describe("operations on RRsets", () => {
  it("replace an RRset, and remove one", () => {
    const stored = ["a 60 A 192.0.2.1", "a 60 A 192.0.2.2", "a 60 TXT x"]
    assert.deepStrictEqual(after(rrsetOps("+a 90 A 192.0.2.3"), ...stored), ["a 60 TXT \"x\"", "a 90 A 192.0.2.3"])
    assert.deepStrictEqual(after(rrsetOps("-a A"), ...stored), ["a 60 TXT \"x\""])
    assert.deepStrictEqual(after(rrsetOps("-b A"), ...stored), ["a 60 A 192.0.2.1 | 192.0.2.2", "a 60 TXT \"x\""])
  })

  it("ignore other members in a removal", () => {
    const remove = { op: "remove", rrset: { name: "a", type: "A", ttl: 0, records: [{ rdata: "nonsense" }] } } as const
    assert.deepStrictEqual(after({ kind: "rrset_ops", ops: [remove] }, "a A 192.0.2.1"), [])
    const bare = { op: "remove", rrset: { name: "a", type: "A", ttl: null, records: null } } as const
    assert.deepStrictEqual(after({ kind: "rrset_ops", ops: [bare] }, "a A 192.0.2.1"), [])
  })

  it("apply in order", () => {
    assert.deepStrictEqual(after(rrsetOps("+a A 192.0.2.1", "-a A", "+a A 192.0.2.2")), ["a 3600 A 192.0.2.2"])
    assert.deepStrictEqual(after(rrsetOps("+a A 192.0.2.1", "-a A")), [])
    assert.deepStrictEqual(after(rrsetOps("-a A", "+a CNAME b.test."), "a A 192.0.2.1"), ["a 3600 CNAME b.test."])
  })
})

describe("operations on records", () => {
  it("add a record to its RRset, which gets the TTL, and leave its siblings", () => {
    assert.deepStrictEqual(after(recordOps("+a 90 A 192.0.2.2"), "a 60 A 192.0.2.1"), [
      "a 90 A 192.0.2.1 | 192.0.2.2"
    ])
    assert.deepStrictEqual(after(recordOps("+a A 192.0.2.2"), "a 60 A 192.0.2.1"), ["a 60 A 192.0.2.1 | 192.0.2.2"])
    assert.deepStrictEqual(after(recordOps("+a A 192.0.2.1")), ["a 3600 A 192.0.2.1"])
    assert.deepStrictEqual(after(recordOps("+a 60 A 192.0.2.1", "+a 90 A 192.0.2.2")), ["a 90 A 192.0.2.1 | 192.0.2.2"])
  })

  it("add no existing record, in any spelling", () => {
    assert.deepStrictEqual(after(recordOps("+a 90 CNAME B.test."), "a 60 CNAME b.test."), ["a 90 CNAME b.test."])
    assert.deepStrictEqual(after(recordOps("+a 60 TXT \"x\" \"y\""), "a 60 TXT xy"), ["a 60 TXT \"xy\""])
  })

  it("remove a value, and the RRset with its last one", () => {
    const stored = ["a 60 AAAA ::1", "a 60 AAAA ::2"]
    assert.deepStrictEqual(after(recordOps("-a 0 AAAA 0:0::1"), ...stored), ["a 60 AAAA ::2"])
    assert.deepStrictEqual(after(recordOps("-a AAAA ::3"), ...stored), ["a 60 AAAA ::1 | ::2"])
    assert.deepStrictEqual(after(recordOps("-a AAAA ::1", "-a AAAA ::2"), ...stored), [])
  })
})

describe("a list of all RRsets", () => {
  it("removes absent RRsets", () => {
    assert.deepStrictEqual(after(replace("b TXT x"), "a A 192.0.2.1", "b A 192.0.2.1"), ["b 3600 TXT \"x\""])
    assert.deepStrictEqual(after(replace(), "a A 192.0.2.1"), [])
  })

  it("writes only what differs", () => {
    const zone = zoneOf("a A 192.0.2.1", "a A 192.0.2.2", "b TXT x", "c TXT y")
    const { changes } = zone.take(replace("c TXT z", "a A 192.0.2.1", "a A 192.0.2.2", "d TXT w"))
    assert.deepStrictEqual(
      changes.map((
        { after: current, before, name }
      ): ReadonlyArray<unknown> => [name, before?.records, current?.records]),
      [
        ["b.example.test.", ["\"x\""], undefined],
        ["c.example.test.", ["\"y\""], ["\"z\""]],
        ["d.example.test.", undefined, ["\"w\""]]
      ]
    )
  })
})

describe("records of an RRset", () => {
  it("keep the order in which they were written", () => {
    const zone = zoneOf("a A 192.0.2.2", "a A 192.0.2.1")
    zone.take(recordOps("+a A 192.0.2.0", "+a A 192.0.2.1", "-a A 192.0.2.2", "+a A 192.0.2.2"))
    assert.deepStrictEqual(zone.lines, ["a 3600 A 192.0.2.1 | 192.0.2.0 | 192.0.2.2"])
    const { changes } = zone.take(replace("a A 192.0.2.0", "a A 192.0.2.1", "a A 192.0.2.2"))
    assert.lengthOf(changes, 1)
    assert.deepStrictEqual(zone.lines, ["a 3600 A 192.0.2.0 | 192.0.2.1 | 192.0.2.2"])
  })
})

describe("what the platform manages", () => {
  it.each([
    ["@ SOA a. b. 1 2 3 4 5", "SYSTEM_MANAGED_SOA"],
    ["@ NS ns.test.", "SYSTEM_MANAGED_NS"],
    ["@ DNSKEY 257 3 13 AAAA", "GENERIC"],
    ["sub DS 1 13 2 00", "GENERIC"],
    ["ns1 A 192.0.2.53", "GENERIC"]
  ])("is not written, not even as it is: %s", (line, reason) => {
    const [name, type] = line.split(" ")
    const zone = guarded()
    for (
      const write of [
        replace(line),
        rrsetOps(`+${line}`),
        rrsetOps(`-${line}`),
        recordOps(`+${line}`),
        recordOps(`-${line}`)
      ]
    ) {
      assert.deepStrictEqual(refusal(zone, write), [`${name} ${type} ${reason}`])
    }
  })

  it("is kept if a list does not contain it, and takes part in the rules", () => {
    const zone = guarded()
    zone.take(replace("ns1 AAAA ::1"))
    assert.lengthOf(zone.lines, 2)
    zone.take(replace())
    assert.deepStrictEqual(zone.lines, ["ns1 300 A 192.0.2.53"])
    assert.deepStrictEqual(refusal(zone, replace("ns1 CNAME a.test.")), ["body.rrsets.0 cname_conflict"])
  })

  it("is one problem among others", () => {
    assert.deepStrictEqual(refusal(guarded(), rrsetOps("+a 1 A x", "-ns1 A", "+ns1 CNAME a.test.")), [
      "body.ops.0.rrset invalid_ttl",
      "body.ops.0.rrset invalid_rdata",
      "body.ops.1.rrset protected_rrset",
      "body.ops.2.rrset cname_conflict"
    ])
  })
})

describe("a refusal", () => {
  it("contains every problem with its pointer and input", () => {
    const write = replace("a A x", "b..c 5 A y", "d A 192.0.2.1", "d CNAME e.test.", "f A", "a.other. A 192.0.2.1")
    const failure = Effect.runSync(Effect.flip(new MemoryZone().decide(write)))
    const errors = failure._tag === "ZoneValidationFailed" ? failure.errors : []
    assert.deepStrictEqual(errors.map(({ loc, type }) => `${loc.join(".")} ${type}`), [
      "body.rrsets.0 invalid_rdata",
      "body.rrsets.1 invalid_ttl",
      "body.rrsets.1 invalid_rdata",
      "body.rrsets.1 invalid_name",
      "body.rrsets.3 cname_conflict",
      "body.rrsets.4 empty_rrset",
      "body.rrsets.5 name_out_of_zone"
    ])
    const sent = write.kind === "replace" ? write.rrsets : []
    for (const { ctx, input, loc, msg } of errors) {
      assert.strictEqual(input, sent[Number(loc[2])])
      assert.strictEqual(ctx?.["message"], msg)
    }
  })

  it("repeats a limited part of the request", () => {
    const big = {
      name: "a",
      type: "TXT",
      records: Array.from({ length: 100 }, () => ({ rdata: `"${"x".repeat(50_000)}` }))
    } as const
    const failure = Effect.runSync(Effect.flip(new MemoryZone().decide({ kind: "replace", rrsets: [big] })))
    assert.isBelow(JSON.stringify(failure).length, 2_000_000)
  })

  it("does not report problems of existing records", () => {
    const stored: ReadonlyArray<Rrset> = ["A", "CNAME"].map((type) => ({
      name: nameOf("a.example.test."),
      type: type === "A" ? "A" : "CNAME",
      ttl: 300,
      records: [type === "A" ? "192.0.2.1" : "b.test."],
      protected_reason: null
    }))
    assert.deepStrictEqual(refusal(new MemoryZone(stored), recordOps("+b A 192.0.2.1")), [])
    assert.deepStrictEqual(refusal(new MemoryZone(stored), recordOps("+a A 192.0.2.2")), [
      "body.ops.0.record cname_conflict"
    ])
  })
})

/** Number of turns of other fibers during a decision, and the decision. */
const turnsDuring = (write: RrsetWrite) =>
  Effect.gen(function*() {
    let turns = 0
    const other = yield* Effect.forkChild(
      Effect.forever(Effect.sync(() => turns++).pipe(Effect.andThen(Effect.yieldNow)))
    )
    const decision = yield* Effect.result(new MemoryZone().decide(write))
    yield* Fiber.interrupt(other)
    const errors = Result.isFailure(decision) && decision.failure._tag === "ZoneValidationFailed"
      ? decision.failure.errors
      : []
    return { turns, problems: errors.map(({ loc, type }) => `${loc.join(".")} ${type}`) }
  })

const many = (count: number, line: (index: number) => string) =>
  replace(...Array.from({ length: count }, (_, i) => line(i)))

describe("a large write", () => {
  it.effect("yields to other fibers while it is read and checked", () =>
    Effect.gen(function*() {
      const few = yield* turnsDuring(many(10, (index) => `a${index} A 192.0.2.1`))
      const list = yield* turnsDuring(many(5000, (index) => `a${index} A 192.0.2.1`))
      const text = Array.from({ length: 5000 }, (_, index) => `a${index} 60 A 192.0.2.1\n`).join("")
      const file = yield* turnsDuring({ kind: "master_file", text, mode: "strict" })
      assert.isBelow(few.turns, 5)
      assert.isAbove(list.turns, 25)
      assert.isAbove(file.turns, 25)
    }))

  it.effect("yields to other fibers between lines and groups of a master file without records", () =>
    Effect.gen(function*() {
      for (const text of ["\n".repeat(2_000_000), "(\n)\n".repeat(500_000), `(${"\n".repeat(2_000_000)})\n`]) {
        const { problems, turns } = yield* turnsDuring({ kind: "master_file", text, mode: "strict" })
        assert.deepStrictEqual(problems, [])
        assert.isAbove(turns, 5)
      }
    }))

  it.effect("is refused for its size before it is read", () =>
    Effect.gen(function*() {
      const list = yield* turnsDuring(many(10_001, (index) => `a${index} A wrong`))
      assert.deepStrictEqual(list.problems, ["body.rrsets too_many_rrsets"])
      const text = Array.from({ length: 20_000 }, (_, index) => `a${index} 60 A 192.0.2.1\n`).join("")
      const file = yield* turnsDuring({ kind: "master_file", text, mode: "strict" })
      assert.deepStrictEqual(file.problems, ["body.master_file.10001 too_many_rrsets"])
      const strings = "\"\" ".repeat(200_000)
      assert.deepStrictEqual((yield* turnsDuring(replace(`t TXT ${strings}`))).problems, [
        "body.rrsets.0 rrset_too_large"
      ])
      assert.deepStrictEqual((yield* turnsDuring(recordOps(`+t TXT ${strings}`))).problems, [
        "body.ops.0.record txt_too_long"
      ])
      assert.deepStrictEqual(
        (yield* turnsDuring({ kind: "master_file", text: `t 60 TXT ${strings}`, mode: "lenient" })).problems,
        ["body.master_file.1 txt_too_long"]
      )
    }))

  // Each operation once read all records of the RRset again, which took minutes.
  it.effect("reads each record once, however many operations change one RRset", () =>
    Effect.gen(function*() {
      const ops = Array.from({ length: 1000 }, (_, index) => `+t TXT ${index} ${"x".repeat(1500)}`)
      assert.include((yield* turnsDuring(recordOps(...ops))).problems, "body.ops.999.record too_many_records")
    }))
})

describe("a master file that was read before the zone was locked", () => {
  it("omits the RRsets that are protected at the decision", () => {
    const text = "a 60 A 192.0.2.1\nb 60 A 192.0.2.1\n"
    const managed = (name: string): Rrset => ({
      name: nameOf(`${name}.${exampleZone}`),
      type: "A",
      ttl: 60,
      records: ["192.0.2.9"],
      protected_reason: "GENERIC"
    })
    const write: RrsetWrite = { kind: "master_file", text, mode: "strict" }
    for (const [earlier, now] of [[[], ["a"]], [["a"], []], [["a"], ["b"]], [["b"], ["b"]]] as const) {
      const zone = new MemoryZone(now.map(managed))
      const read = Effect.runSync(readRrsetWrite(exampleZone, write, earlier.map(managed)))
      const { changes, left_out } = Effect.runSync(decideRrsetWrite(zone, read, zone.source))
      assert.deepStrictEqual(left_out.map(({ name }) => name), now.map((name) => `${name}.${exampleZone}`))
      assert.lengthOf(changes, 2 - now.length)
    }
  })
})

describe("the reads of the rules", () => {
  it("are one call for names, and none below, for a zone of any size", () => {
    for (const count of [10, 5000]) {
      const lines = Array.from({ length: count }, (_, index) => `a${index} A 192.0.2.1`)
      const zone = zoneOf(...lines)
      zone.reads.all = 0
      Effect.runSync(zone.decide(recordOps("+x.y A 192.0.2.1", "+m MX 10 a1", "-a2 A 192.0.2.1", "+b CNAME a3")))
      assert.deepStrictEqual(zone.reads, { all: 0, at: 1, below: 0 })
    }
  })

  it("are one query below a name that gets NS or DNAME records", () => {
    const zone = zoneOf("a A 192.0.2.1")
    Effect.runSync(zone.decide(rrsetOps("+sub NS n.test.", "+d DNAME d.test.")))
    assert.strictEqual(zone.reads.below, 2)
  })
})

const owners = ["@", "a", "b", "*", "x.a"]
const values = ["192.0.2.1", "192.0.2.2", "192.0.2.3"]

/** Operations that no rule of other names or types can refuse. */
const Generated = Schema.Struct({
  op: Schema.Literals(["+", "-"]),
  owner: Schema.Literals(owners),
  value: Schema.Literals(values),
  ttl: Schema.Literals([30, 60, 90])
})
const Generators = Schema.Array(Generated).check(Schema.isMaxLength(12))
type Generated = typeof Generated.Type

const written = ({ op, owner, ttl, value }: Generated) => `${op}${owner} ${ttl} A ${value}`

/** Simple model of operations. */
const model = (records: boolean, generators: ReadonlyArray<Generated>) => {
  const zone = new Map<string, { ttl: number; values: ReadonlyArray<string> }>()
  for (const { op, owner, ttl, value } of generators) {
    const there = zone.get(owner)?.values ?? []
    if (op === "+") zone.set(owner, { ttl, values: records ? [...new Set([...there, value])] : [value] })
    else {
      const left = records ? there.filter((other) => other !== value) : []
      if (left.length === 0) zone.delete(owner)
      else zone.set(owner, { ttl: zone.get(owner)?.ttl ?? ttl, values: left })
    }
  }
  return [...zone].map(([owner, { ttl, values: left }]) => `${owner} ${ttl} A ${left.join(" | ")}`)
    .toSorted()
}

describe("operations in any number and order", () => {
  it.prop(
    "have the result of a simple model",
    [Generators, Generators, Schema.Boolean],
    ([first, second, records]) => {
      const ops = records ? recordOps : rrsetOps
      const zone = new MemoryZone()
      zone.take(ops(...first.map(written)))
      zone.take(ops(...second.map(written)))
      assert.deepStrictEqual(zone.lines, model(records, [...first, ...second]))
      const atOnce = new MemoryZone()
      atOnce.take(ops(...[...first, ...second].map(written)))
      assert.deepStrictEqual(atOnce.lines, zone.lines)
    }
  )

  it.prop("lead from any zone to any other, and back", [Generators, Generators], ([one, other]) => {
    const from = new MemoryZone()
    from.take(recordOps(...one.map(written)))
    const to = new MemoryZone()
    to.take(recordOps(...other.map(written)))
    const began = from.lines
    const list = (zone: MemoryZone): RrsetWrite => ({
      kind: "replace",
      rrsets: [...zone.rrsets.values()].map(({ name, records, ttl, type }) => ({
        name,
        type,
        ttl,
        records: records.map((rdata) => ({ rdata }))
      }))
    })
    const back = list(from)
    const { changes } = from.take(list(to))
    assert.deepStrictEqual(from.lines, to.lines)
    assert.deepStrictEqual(from.take(list(to)).changes, [])
    const reversed = changes.map((change) => ({ ...change, before: change.after, after: change.before }))
    assert.deepStrictEqual(from.take(back).changes, reversed)
    assert.deepStrictEqual(from.lines, began)
  })

  it.prop("add the same records in any order of operations", [Generators], ([generators]) => {
    const adding = generators.map((drawn) => written({ ...drawn, op: "+", ttl: 60 }))
    const sorted = (lines: ReadonlyArray<string>) => lines.map((line) => line.split(/ (?:A|\|) /).toSorted())
    assert.deepStrictEqual(
      sorted(after(recordOps(...adding))),
      sorted(after(recordOps(...adding.toReversed())))
    )
  })
})
