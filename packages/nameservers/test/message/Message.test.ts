import { assert, describe, it } from "@effect/vitest"
import { DnsName, Rdata, type RecordType, recordTypeNumbers, recordTypes } from "@namewright/core/dns"
import { decode as theirDecode, encode as theirEncode } from "dns-packet"
import { Result, Schema } from "effect"
import { Draw } from "../../../core/test/dns/Draw.ts"
import { zoneFile } from "../../../core/test/dns/ExampleZone.ts"
import { recordText } from "../../../core/test/dns/RecordSamples.ts"
import { Message, WireName } from "../../src/index.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))

const name = (text: string) => Result.getOrThrow(DnsName.parse(text))

const aName = (draw: Draw): DnsName.DnsName =>
  draw.pick([
    name("example.test."),
    name("www.example.test."),
    name("WWW.Example.test."),
    name("a\\.b.\\000\\255.example.test."),
    name(`${draw.text("abc", 1 + draw.below(3))}.${draw.text("xyz", 1 + draw.below(63))}.test.`),
    name(`${`${"l".repeat(63)}.`.repeat(3)}${"m".repeat(61)}.`),
    DnsName.root
  ])

const aRecord = (draw: Draw): Message.ResourceRecord => {
  for (;;) {
    const type: RecordType = recordTypes[draw.below(recordTypes.length)] ?? "A"
    const value = Rdata.parse(type, recordText(type, draw), zoneFile)
    if (Result.isFailure(value)) continue
    const rdata = Rdata.encode(type, value.success)
    if (rdata.length > 2000) continue
    return { name: aName(draw), type: recordTypeNumbers[type], class: 1, ttl: draw.below(2 ** 31), rdata }
  }
}

const aMessage = (draw: Draw): Message.Message => ({
  id: draw.below(65_536),
  isResponse: draw.chance(50),
  opcode: draw.below(16),
  isAuthoritative: draw.chance(50),
  isTruncated: draw.chance(10),
  recursionDesired: draw.chance(50),
  recursionAvailable: draw.chance(50),
  authenticData: draw.chance(50),
  checkingDisabled: draw.chance(50),
  rcode: draw.below(16),
  // The case of the question is the case of the owners that are the same name.
  questions: draw.times(
    draw.below(3),
    () => ({ name: DnsName.lowerCase(aName(draw)), type: draw.below(65_536), class: 1 })
  ),
  answers: draw.times(draw.below(6), () => aRecord(draw)),
  authorities: draw.times(draw.below(4), () => aRecord(draw)),
  additionals: draw.times(draw.below(4), () => aRecord(draw)),
  edns: draw.chance(50) ? undefined : {
    udpSize: draw.below(65_536),
    version: draw.below(256),
    dnssecOk: draw.chance(50),
    options: draw.times(draw.below(3), () => ({ code: draw.below(65_536), data: draw.octets(draw.below(20)) }))
  }
})

const withoutPlace = (octets: Uint8Array): Message.Message => {
  const { lastRecordAt, ...message } = Result.getOrThrow(Message.decode(octets))
  assert.isAtMost(lastRecordAt, octets.length)
  return message
}

describe("messages", () => {
  it.prop("are equal after encoding and decoding", [seed], ([number]) => {
    const message = aMessage(new Draw(number))
    assert.deepStrictEqual(withoutPlace(Message.encode(message)), message)
  })

  it.prop(
    "never exceed their limit, and are truncated if answer or authority records are missing",
    [seed],
    ([number]) => {
      const draw = new Draw(number)
      const message = aMessage(draw)
      const maxSize = 512 + draw.below(1500)
      const octets = Message.encode({ ...message, isTruncated: false, edns: undefined }, { maxSize })
      assert.isAtMost(octets.length, maxSize)
      const read = withoutPlace(octets)
      const isWhole = [read.questions, read.answers, read.authorities].every((section, index) =>
        section.length === [message.questions, message.answers, message.authorities][index]?.length
      )
      assert.strictEqual(read.isTruncated, !isWhole)
      assert.deepStrictEqual(read.answers, message.answers.slice(0, read.answers.length))
    }
  )

  it("reserve space for EDNS", () => {
    const answers = Array.from({ length: 40 }, () => ({
      name: name("a.test."),
      type: 16,
      class: 1,
      ttl: 1,
      rdata: new Uint8Array(100).fill(9)
    }))
    const edns = { udpSize: 1232, version: 0, dnssecOk: true, options: [{ code: 10, data: new Uint8Array(24) }] }
    const octets = Message.encode({ ...Message.query, rcode: 16, answers, edns }, { maxSize: 1232 })
    const read = withoutPlace(octets)
    assert.isAtMost(octets.length, 1232)
    assert.isTrue(read.isTruncated)
    assert.deepStrictEqual(read.edns, edns)
    assert.strictEqual(read.rcode, 16)
  })

  it("repeat the case of the question", () => {
    const questions = [{ name: name("WWW.Example.test."), type: 1, class: 1 }]
    const record = { type: 1, class: 1, ttl: 1, rdata: new Uint8Array(4) }
    const answers = [{ ...record, name: name("www.example.test.") }, { ...record, name: name("b.example.test.") }]
    const read = withoutPlace(Message.encode({ ...Message.query, questions, answers }))
    assert.deepStrictEqual(read.answers.map((it): string => it.name), ["WWW.Example.test.", "b.Example.test."])
  })

  it.prop("are read or refused for any octets", [Schema.Uint8Array, seed], ([octets, number]) => {
    const draw = new Draw(number)
    const near = Message.encode(aMessage(draw))
    for (let slips = draw.below(6); slips >= 0; slips--) near[draw.below(near.length)] = draw.below(256)
    for (const some of [octets, near, near.slice(0, draw.below(near.length))]) {
      const read = Message.decode(some)
      if (Result.isFailure(read)) continue
      for (const question of read.success.questions) {
        assert.strictEqual(Result.getOrUndefined(DnsName.parse(question.name)), question.name)
      }
    }
  })
})

describe("names on the wire", () => {
  const header = [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
  const decoded = (...question: ReadonlyArray<number>) => Message.decode(Uint8Array.from([...header, ...question]))

  it.each([
    ["a pointer to itself", [0xc0, 12, 0, 1, 0, 1]],
    ["a pointer forward", [0xc0, 14, 0, 0, 1, 0, 1]],
    ["a pointer to the start of its own name", [1, 97, 0xc0, 12, 0, 1, 0, 1]],
    ["a pointer beyond the end", [0xff, 0xff, 0, 1, 0, 1]],
    ["half a pointer", [0xc0]],
    ["a label beyond the end", [63, 97, 0]],
    ["a kind of label that nobody uses", [0x41, 97, 0, 0, 1, 0, 1]],
    ["more than 255 octets", [...Array.from({ length: 128 }, () => [1, 97]).flat(), 0, 0, 1, 0, 1]]
  ])("are refused with %s", (_, octets) => {
    assert.isTrue(Result.isFailure(decoded(...octets)))
  })

  it("are refused with a chain of more pointers than a name can have labels", () => {
    // The data of a TXT record: the root, and pointers that each lead to the one before.
    const chained = (pointers: number) => {
      const data = [0]
      for (let count = 0; count < pointers; count++) {
        const to = 23 + Math.max(0, 2 * count - 1)
        data.push(0xc0 | (to >> 8), to & 0xff)
      }
      const last = 23 + Math.max(0, 2 * pointers - 1)
      const length = [data.length >> 8, data.length & 0xff]
      const message = [0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 16, 0, 1, 0, 0, 0, 0, ...length, ...data]
      return Message.decode(
        Uint8Array.from([...message, 0xc0 | (last >> 8), last & 0xff, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4])
      )
    }
    assert.isTrue(Result.isSuccess(chained(100)))
    assert.isTrue(Result.isFailure(chained(1000)))
  })

  it("are followed through pointers that lead back", () => {
    const read = decoded(1, 97, 1, 98, 0, 0, 1, 0, 1)
    assert.strictEqual(Result.getOrThrow(read).questions[0]?.name, "a.b.")
    const two = Uint8Array.from([...header, 1, 97, 1, 98, 0, 0, 1, 0, 1, 1, 99, 0xc0, 14, 0, 2, 0, 1])
    two[5] = 2
    assert.strictEqual(Result.getOrThrow(Message.decode(two)).questions[1]?.name, "c.b.")
  })

  it("of 255 octets are names", () => {
    const longest = [...Array.from({ length: 127 }, () => [1, 97]).flat(), 0, 0, 1, 0, 1]
    assert.isTrue(Result.isSuccess(decoded(...longest)))
  })

  it.prop("are compressed by their ancestors", [seed], ([number]) => {
    const own = aName(new Draw(number))
    const wire = WireName.of(own)
    assert.strictEqual(WireName.toDnsName(wire), own)
    assert.strictEqual(WireName.toDnsName(WireName.parent(wire)), DnsName.parent(own) ?? DnsName.root)
    assert.strictEqual(WireName.toDnsName(WireName.lowerCase(wire)), DnsName.lowerCase(own))
    assert.isTrue(WireName.isWithin(wire, WireName.parent(wire)))
    assert.strictEqual(WireName.isWithin(WireName.parent(wire), wire), own === DnsName.root)
  })
})

describe("dns-packet", () => {
  /** Types that the library has by number, so that it hands out their octets; others it would print in its own way. */
  const plain = [recordTypeNumbers.NS, recordTypeNumbers.CNAME, recordTypeNumbers.PTR, recordTypeNumbers.DNAME]

  it.prop("reads the compressed names of this encoder", [seed], ([number]) => {
    const draw = new Draw(number)
    const host = () => draw.pick([name("example.test."), name("www.example.test."), name("b.www.example.test.")])
    const answers = draw.times(1 + draw.below(8), () => ({
      name: host(),
      type: draw.pick([plain[0] ?? 2, ...plain]),
      class: 1,
      ttl: 60,
      rdata: DnsName.encode(host())
    }))
    const questions = [{ name: host(), type: 1, class: 1 }]
    const octets = Message.encode({ ...Message.query, questions, answers })
    const read = theirDecode(Buffer.from(octets))
    const dots = ({ length }: Uint8Array, name: string) => (assert.isAbove(length, 0), `${name}.`)
    assert.deepStrictEqual(read.questions?.map((it) => `${it.name}.`), questions.map((it): string => it.name))
    assert.deepStrictEqual(
      read.answers?.map((it) => [`${it.name}.`, "data" in it ? dots(octets, String(it.data)) : ""]),
      answers.map((it) => [it.name, WireName.toDnsName(WireName.ofOctets(it.rdata))])
    )
  })

  it.prop("writes messages that this decoder reads", [seed], ([number]) => {
    const draw = new Draw(number)
    const host = () => draw.pick(["example.test", "www.example.test", "b.www.example.test"])
    const exchange = host()
    const packet = {
      type: "response" as const,
      id: draw.below(65_536),
      flags: 0x0400,
      questions: [{ type: "MX" as const, name: host() }],
      answers: [
        { type: "MX" as const, name: host(), ttl: 5, data: { preference: 10, exchange } },
        { type: "SRV" as const, name: host(), ttl: 5, data: { port: 1, priority: 2, weight: 3, target: host() } },
        { type: "CNAME" as const, name: host(), ttl: 5, data: host() }
      ]
    }
    const read = Result.getOrThrow(Message.decode(theirEncode(packet)))
    assert.strictEqual(read.id, packet.id)
    assert.deepStrictEqual(read.answers.map((it) => it.name.slice(0, -1)), packet.answers.map((it) => it.name))
    const mx = Result.getOrThrow(Rdata.parse("MX", `10 ${exchange}.`, zoneFile))
    assert.deepStrictEqual(read.answers[0]?.rdata, Rdata.encode("MX", mx))
  })
})
