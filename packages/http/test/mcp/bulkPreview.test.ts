import { assert, layer } from "@effect/vitest"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { storedDomain } from "../domains/storedDomain.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

const unknownTag = "tag_01h455vb4pex5vsknk084sn02q"

const names = (count: number, tld: string) =>
  Array.from({ length: count }, (_, at) => `d${String(at).padStart(4, "0")}.${tld}`)

const store = (organization: OrganizationId, all: ReadonlyArray<string>) =>
  Effect.forEach(all, (name) => storedDomain(organization, name))

layer(AgentEndpoint.layer)("bulk_preview", (it) => {
  /** Previews as a new person of a new organization, unless one is named. */
  const previewer = Effect.fnUntraced(function*(of?: OrganizationId) {
    const { organization, person } = yield* TestPlatform
    const { call } = yield* AgentEndpoint
    const owner = of ?? (yield* organization())
    const token = yield* person(owner, { rights: ["domains:read"] })
    const preview = (input: object) =>
      call(token, "bulk_preview", { templateType: "domain_update_bulk", template: {}, selector: {}, ...input })
    return { owner, preview }
  })

  it.effect("shows how many domains there are, and the first of them by name", () =>
    Effect.gen(function*() {
      const { owner, preview } = yield* previewer()
      const stored = yield* store(owner, names(12, "example").toReversed())
      const template = { renewal_mode: "expire" }
      const { structuredContent: shown } = yield* preview({ template })
      const first = stored.toReversed().slice(0, 10).map(({ domain_id, name }) => ({ name, domain_id }))
      assert.deepStrictEqual(shown, {
        status: "dry_run",
        templateType: "domain_update_bulk",
        command: "domain_update_bulk",
        matchedDomains: 12,
        template,
        sampleDomains: first,
        sampleInstances: first.map(({ domain_id }) => ({ domain_id })),
        note: shown.note,
        truncated: false
      })
      assert.match(shown.note, /^Nothing was submitted\./)
      const few = yield* preview({ selector: { search: "d000" }, sampleSize: 2 })
      assert.deepStrictEqual(
        [few.structuredContent.matchedDomains, few.structuredContent.sampleDomains],
        [10, first.slice(0, 2)]
      )
    }))

  it.effect("addresses zones by the names of domains, and shows operations with each", () =>
    Effect.gen(function*() {
      const { owner, preview } = yield* previewer()
      yield* store(owner, ["zone.example"])
      const template = { ops: [{ op: "remove", rrset: { name: "www", type: "A" } }] }
      const instances = (templateType: string, template: object) =>
        Effect.map(preview({ templateType, template }), (_) => _.structuredContent.sampleInstances)
      assert.deepStrictEqual(yield* instances("dns_zone_create_bulk", {}), [{ name: "zone.example" }])
      assert.deepStrictEqual(yield* instances("dns_zone_update_bulk", { rrsets: [] }), [{ name: "zone.example" }])
      assert.deepStrictEqual(yield* instances("dns_zone_patch_rrsets_bulk", template), [
        { zone_name: "zone.example", ...template }
      ])
    }))

  it.effect("reports an empty selection, and labels in the place of tag ids", () =>
    Effect.gen(function*() {
      const { owner, preview } = yield* previewer()
      yield* store(owner, ["labelled.example"])
      for (const selector of [{ tld: "nowhere" }, { tag_ids: [unknownTag] }, { tag_ids: ["for sale"] }]) {
        const { isError, structuredContent: { message } } = yield* preview({ selector })
        assert.isTrue(isError)
        assert.match(message, /^The selector matched no domains\..*`tag_ids`/)
      }
      assert.include(
        (yield* preview({ selector: { tag_ids: ["for sale"] } })).structuredContent.message,
        "\"for sale\""
      )
    }))

  it.effect("refuses more domains than one command takes, with their number", () =>
    Effect.gen(function*() {
      const { owner, preview } = yield* previewer()
      yield* store(owner, names(1001, "many.example"))
      const { isError, structuredContent } = yield* preview({})
      assert.isTrue(isError)
      assert.match(structuredContent.message, /^The selector matched 1001 domains, which exceeds the limit of 1000 /)
      const fewer = yield* preview({ selector: { search: "d0" } })
      assert.strictEqual(fewer.structuredContent.matchedDomains, 1000)
    }))

  it.effect("returns all problems of its arguments", () =>
    Effect.gen(function*() {
      const { preview } = yield* previewer()
      const { isError, structuredContent: { message } } = yield* preview({
        templateType: "dns_zone_update_bulk",
        template: { dnssec_status: "on", rrset: [] },
        selector: { tdl: "com", expires_before: "soon" },
        hostnamePrefix: "*."
      })
      assert.isTrue(isError)
      for (
        const part of [
          "dns_zone_update_bulk does not match these arguments.",
          "template.rrset: dns_zone_update_bulk takes rrsets, dnssec_status.",
          "template.dnssec_status: ",
          "hostnamePrefix: dns_zone_update_bulk has no prefix: its instances are addressed by name, not by hostname.",
          "selector.tdl: ",
          "selector.expires_before: "
        ]
      ) assert.include(message, part)
    }))

  it.effect("accepts only an empty prefix", () =>
    Effect.gen(function*() {
      const { owner, preview } = yield* previewer()
      yield* store(owner, ["prefix.example"])
      for (const hostnamePrefix of ["*.", "www.", " "]) {
        const { isError, structuredContent } = yield* preview({ hostnamePrefix })
        assert.isTrue(isError)
        assert.include(
          structuredContent.message,
          "domain_update_bulk has no prefix: its instances are addressed by domain_id, not by hostname"
        )
      }
      assert.strictEqual((yield* preview({ hostnamePrefix: "" })).structuredContent.status, "dry_run")
    }))

  it.effect("requires an existing template", () =>
    Effect.gen(function*() {
      const { preview } = yield* previewer()
      for (const wrong of [{ templateType: "domain_delete_bulk" }, { template: undefined }, { sampleSize: 0 }]) {
        const { isError, structuredContent } = yield* preview(wrong)
        assert.isTrue(isError)
        assert.include(structuredContent.message, Object.keys(wrong)[0])
      }
    }))

  it.effect("omits what exceeds the size of a result", () =>
    Effect.gen(function*() {
      const { owner, preview } = yield* previewer()
      yield* store(owner, names(100, "long.example"))
      const rrset = { name: "long", type: "TXT", records: [{ rdata: `"${"x".repeat(200)}"` }] }
      const ops = Array.from({ length: 20 }, () => ({ op: "upsert", rrset }))
      const { structuredContent: shown } = yield* preview({
        templateType: "dns_zone_patch_rrsets_bulk",
        template: { ops },
        sampleSize: 100
      })
      assert.deepStrictEqual([shown.truncated, shown.template.ops.length, shown.sampleDomains.length], [true, 20, 100])
      assert.isBelow(JSON.stringify(shown).length, 100_000)
    }))

  it.effect("sees the domains of its caller: of suborganizations, and of no other organization", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { owner, preview } = yield* previewer()
      const sub = yield* organization({ parent: owner })
      yield* store(sub, ["sub.example"])
      yield* store(yield* organization(), ["foreign.example"])
      assert.match((yield* preview({})).structuredContent.message, /^The selector matched no domains\./)
      const shown = yield* preview({ selector: { organization_id: sub } })
      assert.deepStrictEqual(shown.structuredContent.sampleDomains.map(({ name }: { name: string }) => name), [
        "sub.example"
      ])
      const zones = { templateType: "dns_zone_create_bulk", selector: { organization_id: sub } }
      assert.match((yield* preview(zones)).structuredContent.note, /The zones will belong to your own organization/)
      const foreign = yield* preview({ selector: { organization_id: yield* organization() } })
      assert.deepInclude(foreign.structuredContent, { operationId: "listDomains", httpStatus: 404 })
      assert.isTrue(foreign.isError)
    }))

  it.effect("needs the right to read domains, and is offered by the read-only endpoint", () =>
    Effect.gen(function*() {
      const { organization, person } = yield* TestPlatform
      const { call } = yield* AgentEndpoint
      const owner = yield* organization()
      yield* store(owner, ["readonly.example"])
      const input = { templateType: "domain_update_bulk", template: {}, selector: {} }
      const refused = yield* call(yield* person(owner, { rights: ["dns:read"] }), "bulk_preview", input)
      assert.deepInclude(refused.structuredContent, { operationId: "listDomains", httpStatus: 403 })
      const reader = yield* person(owner, { rights: ["domains:read"] })
      const shown = yield* call(reader, "bulk_preview", input, { path: "/mcp/readonly" })
      assert.strictEqual(shown.structuredContent.matchedDomains, 1)
    }))
})
