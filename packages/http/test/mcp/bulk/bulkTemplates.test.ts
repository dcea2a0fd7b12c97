import { assert, describe, it, layer } from "@effect/vitest"
import { type InstanceKey, JobKinds } from "@namewright/core/jobs"
import { Effect, Schema } from "effect"
import { bulkInstance } from "../../../src/mcp/bulk/bulkInstance.ts"
import { bulkTemplate, bulkTemplates } from "../../../src/mcp/bulk/bulkTemplates.ts"
import { SelectedDomain } from "../../../src/mcp/bulk/resolveSelector.ts"
import { TestPlatform } from "../../support/TestPlatform.ts"

const domain = Schema.decodeUnknownSync(SelectedDomain)({
  name: "example.com",
  domain_id: "domain_01h455vb4pex5vsknk084sn02q"
})

layer(TestPlatform.layer)("The templates", (it) => {
  it.effect("are batch commands whose instances have the key", () =>
    Effect.gen(function*() {
      const kinds = yield* JobKinds
      for (const template of bulkTemplates) {
        const command = kinds.command(template.templateType)
        const instance = bulkInstance(template, domain)
        assert.deepStrictEqual(Object.keys(instance), [template.key])
        const decode = Schema.decodeUnknownEffect(command!.payload)
        // What a command does not know is not there any more when it has been decoded.
        assert.deepStrictEqual(yield* decode({ instances: [instance] }), { instances: [instance] })
        const said = Object.fromEntries(template.members.map((name) => [name, null]))
        assert.deepStrictEqual(yield* decode({ template: said, instances: [instance] }), {
          template: said,
          instances: [instance]
        })
      }
    }))

  it.effect("are all commands of the offered families", () =>
    Effect.gen(function*() {
      const kinds = yield* JobKinds
      const families =
        /^(?:domain_forward|email_forward)_\w+_bulk$|^(?:domain_update|dns_zone_create|dns_zone_update)_bulk$|^dns_zone_patch_rrsets_bulk$/
      assert.sameMembers(
        bulkTemplates.map(({ templateType }) => templateType),
        kinds.commands().map(({ name }) => name).filter((name) => families.test(name))
      )
    }))
})

/** The pointers of all problems of a template. */
const wrong = (templateType: string, template: Record<string, unknown>) =>
  bulkTemplate(templateType)?.issues(template).map(({ loc, type }) => [loc.join("."), type])

describe("the problems of a template", () => {
  const record = { name: "www", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] }

  it.each([
    ["domain_update_bulk", {}],
    ["domain_update_bulk", { renewal_mode: "expire", nameservers: [{ hostname: "ns1.example.net" }] }],
    ["domain_update_bulk", { status_changes: { add: ["clientHold"] }, contacts: null }],
    ["dns_zone_create_bulk", {}],
    ["dns_zone_create_bulk", { rrsets: [record], dnssec_status: "enabled" }],
    ["dns_zone_update_bulk", { rrsets: [] }],
    ["dns_zone_patch_rrsets_bulk", { ops: [{ op: "upsert", rrset: record }] }]
  ])("is right: %s %j", (templateType, template) => {
    assert.deepStrictEqual(wrong(templateType, template), [])
  })

  it.each([
    ["domain_update_bulk", { renewal_mode: "never", statuses: ["ok"], nameserver: [], auth_code: "secret" }, [
      ["template.nameserver", "extra_forbidden"],
      ["template.auth_code", "extra_forbidden"],
      ["template.renewal_mode", "enum"],
      ["template.statuses.0", "enum"]
    ]],
    ["domain_update_bulk", { statuses: [], status_changes: { add: [], remove: [] } }, [
      ["template.status_changes", "value_error"],
      ["template.status_changes", "value_error"]
    ]],
    ["dns_zone_create_bulk", { ops: [] }, [["template.ops", "extra_forbidden"]]],
    ["dns_zone_update_bulk", {}, [["template", "missing"]]],
    ["dns_zone_update_bulk", { rrsets: null, dnssec_status: "on" }, [["template.dnssec_status", "enum"]]],
    ["dns_zone_patch_rrsets_bulk", { ops: null }, [["template", "missing"]]],
    ["dns_zone_patch_rrsets_bulk", { ops: [{ op: "replace", rrset: { name: 1, type: "A" } }] }, [
      ["template.ops.0.op", "enum"],
      ["template.ops.0.rrset.name", "string_type"]
    ]]
  ])("is wrong, and all of it is named: %s %j", (templateType, template, expected) => {
    assert.deepStrictEqual(wrong(templateType, template), expected)
  })
})

describe("an instance", () => {
  const keyed = (key: InstanceKey) => ({ key })

  it("is addressed by the key of its template", () => {
    assert.deepStrictEqual(bulkInstance(keyed("domain_id"), domain), { domain_id: domain.domain_id })
    assert.deepStrictEqual(bulkInstance(keyed("name"), domain), { name: "example.com" })
    assert.deepStrictEqual(bulkInstance(keyed("zone_name"), domain), { zone_name: "example.com" })
  })

  it("has a hostname of the prefix and the domain", () => {
    assert.deepStrictEqual(bulkInstance(keyed("hostname"), domain), { hostname: "example.com" })
    assert.deepStrictEqual(bulkInstance(keyed("hostname"), domain, "*."), { hostname: "*.example.com" })
  })
})
