import { assert, describe, it } from "@effect/vitest"
import { Rdata, type RecordType, recordTypes, type TextForm, unknownForm } from "@namewright/core/dns"
import { Result } from "effect"
import { requires } from "../../../../test/requires.ts"
import { Draw } from "./Draw.ts"
import { zoneFile } from "./ExampleZone.ts"
import { bind, bindOfApex } from "./judges/Bind.ts"
import type { Sample } from "./judges/Judge.ts"
import { knot, knotOfApex } from "./judges/Knot.ts"
import { ldnsSignedOctets } from "./judges/Ldns.ts"
import { type RecordSample, recordSamples, recordText } from "./RecordSamples.ts"
import { recordTable } from "./recordTable.ts"

/** No nameserver reads ALIAS, and a zone has one SOA. */
const isInZone = (type: RecordType): boolean => type !== "ALIAS" && type !== "SOA"

const fromTable: ReadonlyArray<RecordSample> = recordTypes.filter(isInZone).flatMap((type) =>
  [...recordTable[type].taken, ...recordTable[type].refused].map(([text]) => ({ type, text }))
)

/** Names that later servers know, which the judges are too old for, and lines that are no single record in a file. */
const isComparable = ({ text }: RecordSample) => !/ohttp|docpath|tls-supported|\n|\uD800/.test(text)

const read = ({ text, type }: RecordSample, form: TextForm = zoneFile) => Rdata.parse(type, text, form)

const canonical = (sample: RecordSample): string | undefined =>
  Result.getOrUndefined(Result.map(read(sample), (value) => Rdata.text(sample.type, value)))

const well = (samples: ReadonlyArray<RecordSample>) =>
  samples.flatMap((sample) => {
    const value = Result.getOrUndefined(read(sample))
    return value === undefined ? [] : [{ ...sample, value, text: Rdata.text(sample.type, value) }]
  })

interface Agreement {
  readonly judged: number
  readonly different: ReadonlyArray<string>
}

/** Counts where both judges say the same, and names the records where we do not. */
const agreement = (
  samples: ReadonlyArray<RecordSample>,
  verdicts: ReadonlyArray<ReadonlyArray<{ readonly isTaken: boolean }>>
): Agreement => {
  const [first = [], second = first] = verdicts
  const undisputed = samples.flatMap((sample, index) =>
    first[index]?.isTaken === second[index]?.isTaken ? [{ sample, isTaken: first[index]?.isTaken }] : []
  )
  return {
    judged: undisputed.length,
    different: undisputed.filter(({ isTaken, sample }) => Result.isSuccess(read(sample)) !== isTaken).map((
      { sample }
    ) => `${sample.type} ${sample.text}`)
  }
}

/** The share of records on which we agree. */
const share = ({ different, judged }: Agreement): number => 1 - different.length / judged

const listed = ({ different }: Agreement): string => `differently judged:\n${different.join("\n")}`

describe("BIND and Knot, where they agree,", requires("named-checkzone", "kzonecheck"), () => {
  const samples = [...fromTable, ...recordSamples(1, 5000).filter(({ type }) => isInZone(type))].filter(isComparable)

  it("agree with this parser in 99 of 100 cases, and print equal records", () => {
    const byBind = bind(samples)
    const found = agreement(samples, [byBind, knot(samples)])
    assert.isAbove(found.judged, 4000)
    assert.isAtLeast(share(found), 0.99, listed(found))
    const printed = samples.flatMap((sample, index) => {
      const [text, theirs] = [canonical(sample), byBind[index]?.printed]
      return text === undefined || theirs === undefined ? [] : [{ type: sample.type, text, theirs }]
    })
    assert.isAbove(printed.length, 2000)
    assert.deepStrictEqual(
      printed.map(({ theirs, type }) => canonical({ type, text: theirs })),
      printed.map(({ text }) => text)
    )
  })

  it("agree with this parser on SOA records", () => {
    const draw = new Draw(1)
    const soas = Array.from({ length: 40 }, () => ({ type: "SOA" as const, text: recordText("SOA", draw) }))
    const byBind = soas.map(({ text }) => bindOfApex(text))
    const found = agreement(soas, [byBind, soas.map(({ text }) => knotOfApex(text))])
    assert.isAtLeast(share(found), 0.98, listed(found))
    for (const [index, sample] of soas.entries()) {
      const [text, theirs] = [canonical(sample), byBind[index]?.printed]
      if (text !== undefined && theirs !== undefined) assert.strictEqual(text, theirs)
    }
  })
})

const hex = (octets: Uint8Array): string => Buffer.from(octets).toString("hex").toUpperCase()

const onWire = ({ type, value }: ReturnType<typeof well>[number]): Uint8Array => Rdata.encode(type, value)

/** In octets BIND looks for a name, or an object identifier, in keys of private algorithms; in text it does not. */
const isPrivateKey = (text: string) => /^[0-9]+ [0-9]+ 25[34] /.test(text)

describe("BIND", requires("named-checkzone"), () => {
  const samples = well(recordSamples(2, 3000).filter(({ type }) => isInZone(type)))
    .filter(({ text, type }) => !((type === "DNSKEY" || type === "CDNSKEY") && isPrivateKey(text)))

  it("reads the encoded records unchanged", () => {
    const wires: ReadonlyArray<Sample> = samples.map((sample) => ({
      type: sample.type,
      text: unknownForm(onWire(sample))
    }))
    assert.deepStrictEqual(
      bind(wires).map(({ printed = "" }, index) => canonical({ type: samples[index]?.type ?? "A", text: printed })),
      samples.map(({ text }) => text)
    )
  })

  it("agrees with this parser in 98 of 100 cases on whether octets are a record", () => {
    const draw = new Draw(3)
    const damaged = samples.map((sample): RecordSample => {
      const octets = onWire(sample)
      octets[draw.below(octets.length)] = draw.below(256)
      return {
        type: sample.type,
        text: unknownForm(draw.chance(70) ? octets : octets.slice(0, draw.below(octets.length)))
      }
    })
    const found = agreement(damaged, [bind(damaged)])
    assert.isAtLeast(share(found), 0.98, listed(found))
  })
})

/**
 * ldns 1.8 resolves no escapes in parameters of services, takes `\\@` for `@`, and reads neither CERT of type 0 nor CSYNC
 * without types.
 */
const isUnknownToLdns = ({ text, type }: RecordSample): boolean =>
  ["HTTPS", "SVCB", "CERT"].includes(type) || text.includes("\\@") || type === "CSYNC" && text.split(" ").length === 2

describe("ldns", requires("ldns-read-zone"), () => {
  it("signs the same octets", () => {
    const samples = well(recordSamples(4, 3000)).filter((sample) => isInZone(sample.type) && !isUnknownToLdns(sample))
    assert.isAbove(samples.length, 1000)
    const ours = samples.map(({ type, value }) => hex(Rdata.encode(type, value, "signature")))
    assert.deepStrictEqual(ldnsSignedOctets(samples), ours)
  })
})
