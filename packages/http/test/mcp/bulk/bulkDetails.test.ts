import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { bulkDetails, type Suborganization } from "../../../src/mcp/bulk/bulkDetails.ts"
import { type BulkInput, bulkRequest } from "../../../src/mcp/bulk/bulkRequest.ts"
import { SelectedDomain } from "../../../src/mcp/bulk/resolveSelector.ts"

const numbered = (count: number, suffix = "example") =>
  Array.from({ length: count }, (_, at) =>
    Schema.decodeUnknownSync(SelectedDomain)({
      name: `d${at}.${suffix}`,
      domain_id: `domain_01h455vb4pex5vsknk08${String(at).padStart(6, "0")}`
    }))

const details = Effect.fnUntraced(function*(
  input: Partial<BulkInput>,
  more: {
    readonly domains?: number
    readonly label?: string
    readonly suborganization?: Suborganization
    readonly suffix?: string
  } = {}
) {
  const request = yield* bulkRequest({ templateType: "domain_update_bulk", template: {}, selector: {}, ...input })
  const { domains = 1, label, suborganization, suffix } = more
  return bulkDetails({ request, domains: numbered(domains, suffix), label, suborganization })
})

describe("the description of a bulk change", () => {
  it.effect("names the command, the count, the filters, the values, and some of the domains", () =>
    Effect.gen(function*() {
      const template = { renewal_mode: "expire", nameservers: [{ hostname: "ns1.example.net" }] }
      const selector = { tld: ["com", "net"], transfer_lock: true }
      const { contents, lines } = yield* details({ template, selector, sampleSize: 2 }, {
        domains: 3,
        label: "Tidy up"
      })
      assert.deepStrictEqual(contents, [])
      assert.deepStrictEqual(lines, [
        "domain_update_bulk for 3 domains",
        "Filters: {\"tld\":[\"com\",\"net\"],\"transfer_lock\":true}",
        "Sets renewal_mode: \"expire\"",
        "Sets nameservers: [{\"hostname\":\"ns1.example.net\"}]",
        "Domains: d0.example, d1.example, d2.example",
        "Label: \"Tidy up\""
      ])
    }))

  it.effect("names the entire portfolio and its organization if there are no filters", () =>
    Effect.gen(function*() {
      const organization_id = OrganizationId.make("organization_01h455vb4pex5vsknk084sn02q")
      const input = { templateType: "dns_zone_create_bulk", selector: { organization_id } }
      const named = yield* details(input, { suborganization: { organization_id, name: "Example Sub" } })
      assert.deepStrictEqual(named.lines.slice(0, 3), [
        "dns_zone_create_bulk for 1 domain of \"Example Sub\"",
        "The zones will belong to your own organization, not to the suborganization.",
        "Filters: none, the entire portfolio"
      ])
      const unnamed = yield* details({ selector: { organization_id } }, {
        suborganization: { organization_id, name: undefined }
      })
      assert.deepStrictEqual(unnamed.lines.slice(0, 2), [
        "domain_update_bulk for 1 domain",
        "Filters: none, the entire portfolio"
      ])
    }))

  it.effect("escapes line breaks and bidirectional controls in texts", () =>
    Effect.gen(function*() {
      const { lines } = yield* details({ selector: { search: "x\u202Ey\"" } }, { label: "a\nRisk: none" })
      assert.include(lines, String.raw`Filters: {"search":"x\u202ey\""}`)
      assert.include(lines, String.raw`Label: "a\nRisk: none"`)
    }))

  it.effect("counts the characters of long texts, and keeps all of their lines", () =>
    Effect.gen(function*() {
      const rrset = { name: "www", type: "TXT", records: [{ rdata: `"${"x".repeat(200)}"` }] }
      const ops = Array.from({ length: 100 }, () => ({ op: "upsert", rrset }))
      const { contents, lines, needsPage } = yield* details(
        {
          templateType: "dns_zone_patch_rrsets_bulk",
          template: { ops },
          selector: {
            search: "s".repeat(255),
            name: "n".repeat(255),
            tld: Array.from({ length: 100 }, () => "x".repeat(63))
          },
          sampleSize: 100
        },
        { domains: 1000, suffix: `${"long".repeat(12)}.example`, label: "l".repeat(255) }
      )
      assert.isTrue(needsPage)
      assert.isBelow(lines.join("\n").length, 7500)
      const [first, filters, sets, domains, label] = lines
      assert.strictEqual(first, "dns_zone_patch_rrsets_bulk for 1000 domains")
      assert.match(filters ?? "", /tld 100 for "x+"$/)
      assert.strictEqual(sets, "Sets ops: 100 (upsert TXT 100) for \"www\"")
      assert.match(domains ?? "", /^Domains: d0\..* and 9\d\d more$/)
      assert.strictEqual(label, `Label: "${"l".repeat(255)}"`)
      assert.lengthOf(contents.filter((line) => line.startsWith("Sets ops[")), 100)
      assert.lengthOf(contents.filter((line) => line.startsWith("Domain ")), 1000)
    }))
})
