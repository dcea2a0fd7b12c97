import { assert, describe, it } from "@effect/vitest"
import { apexRrsets, isRecordType, printMasterFile, Rdata, type RecordType, recordTypes } from "@namewright/core/dns"
import { Result } from "effect"
import { requires } from "../../../../test/requires.ts"
import { Draw } from "./Draw.ts"
import { exampleZone, nameOf, zoneFile } from "./ExampleZone.ts"
import { run } from "./judges/Judge.ts"
import { recordText } from "./RecordSamples.ts"

/** Types that a judge ignores in an unsigned zone, or whose owner names have rules of their own. */
const apart = new Set(["SOA", "DNSKEY", "DS", "CDS", "CDNSKEY", "NS", "DNAME"])

/** Newer than the judges are. */
const isComparable = (text: string) => !/key[0-9]|ohttp|docpath|tls-supported/.test(text)

const canonical = (type: RecordType, text: string): string =>
  Rdata.text(type, Result.getOrThrow(Rdata.parse(type, text, zoneFile)))

/** A zone with many records of every type, and its text. */
const printedZone = (seed: number) => {
  const draw = new Draw(seed)
  const samples = recordTypes.filter((type) => !apart.has(type)).flatMap((type) =>
    draw.times(20, () => recordText(type, draw)).flatMap((text) => {
      const value = Rdata.parse(type, text, zoneFile)
      return Result.isSuccess(value) && isComparable(text) ? [{ type, text: Rdata.text(type, value.success) }] : []
    })
  )
  const apex = apexRrsets(exampleZone, {
    serial: 2026112200,
    nameservers: [nameOf("ns1.host.test."), nameOf("ns2.host.test.")],
    rname: nameOf("hostmaster.host.test.")
  })
  const rrsets = samples.map(({ text, type }, index) => ({
    name: nameOf(`r${index}.example.test.`),
    type,
    ttl: 300,
    records: [text]
  }))
  return { samples, text: printMasterFile(exampleZone, [...apex, ...rrsets]) }
}

const { samples, text } = printedZone(7)
const lines = text.trimEnd().split("\n")

describe("a printed master file", () => {
  it("has records of many kinds", () => assert.isAbove(samples.length, 200))

  it("is the zone that BIND prints after reading it", requires("named-checkzone"), () => {
    const policies = ["-i", "none", ...["-k", "-n", "-m", "-M", "-S", "-r"].flatMap((flag) => [flag, "ignore"])]
    const output = run("named-checkzone", [...policies, "-D", "-s", "full", "-o", "-", "example.test", "zone"], lines)
    const theirs = [...output.matchAll(/^(r[0-9]+\.\S+)\s+([0-9]+) IN (\S+)[ \t]+(.*)$/gm)].map((found) => {
      const [name = "", ttl = "", type = "", text = ""] = found.slice(1)
      return [name, ttl, type, isRecordType(type) ? canonical(type, text) : text].join(" ")
    })
    const ours = lines.slice(4).map((line) => line.split("\t")).map(([name, ttl, , ...rest]) =>
      [name, ttl, ...rest].join(" ")
    )
    assert.deepStrictEqual(theirs.toSorted(), ours.toSorted())
  })

  it("is read by Knot", requires("kzonecheck"), () => {
    const output = run("kzonecheck", ["-v", "-o", "example.test", "zone"], lines)
    assert.deepStrictEqual([...output.matchAll(/.*\bline ([0-9]+) \(.*/g)].map(([found]) => found), [])
  })

  it("is read by ldns", requires("ldns-read-zone"), () => {
    const known = lines.filter((line) => !/\t(?:CERT|HTTPS|SVCB)\t|\tCSYNC\t[0-9]+ [0-9]+$/.test(line))
    const output = run("ldns-read-zone", ["zone"], known)
    assert.strictEqual(
      output.split("\n").filter((line) => /\tIN\t/.test(line)).length,
      known.length - 1,
      output.slice(0, 500)
    )
  })
})
