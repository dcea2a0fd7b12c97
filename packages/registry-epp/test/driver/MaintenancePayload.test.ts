import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { type RegistrySite } from "../../src/driver/MaintenancePayload.ts"
import { pollPayload } from "../../src/driver/PollPayloads.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"

const production: RegistrySite = { hosts: ["EPP.registry.example"], environment: "production" }

const system = (name: string, impact: string, host?: string) =>
  `<maint:system><maint:name>${name}</maint:name>${
    host === undefined ? "" : `<maint:host>${host}</maint:host>`
  }<maint:impact>${impact}</maint:impact></maint:system>`

const rest = `<maint:reason>planned</maint:reason>
  <maint:detail>https://www.registry.example/notice?123</maint:detail>
  <maint:description lang="de" type="html">&lt;p&gt;frei&lt;/p&gt;</maint:description>
  <maint:description lang="en">free text</maint:description>
  <maint:tlds><maint:tld>example</maint:tld><maint:tld>.TEST</maint:tld></maint:tlds>
  <maint:intervention><maint:connection>false</maint:connection><maint:implementation>false</maint:implementation></maint:intervention>
  <maint:crDate>2026-11-01T22:10:00.000Z</maint:crDate>`

const payload = (
  { environment = "type=\"production\"", pollType, site = production, start = "2026-12-10T02:00:00.0Z", systems }: {
    readonly environment?: string
    readonly pollType?: string
    readonly site?: RegistrySite
    readonly start?: string
    readonly systems: string
  }
) => {
  const document = `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1301"><msg>Ack</msg></result>
    <msgQ count="1" id="12345"><qDate>2026-11-01T22:10:00.0Z</qDate><msg>Registry Maintenance Notification</msg></msgQ>
    <resData><maint:infData xmlns:maint="urn:ietf:params:xml:ns:epp:maintenance-1.0"><maint:item>
      <maint:id name="Move">2e6df9b0-4092-4491-bcc8-9fb2166dcee6</maint:id>
      ${pollType === undefined ? "" : `<maint:pollType>${pollType}</maint:pollType>`}
      <maint:systems>${systems}</maint:systems><maint:environment ${environment}/>
      <maint:start>${start}</maint:start><maint:end>2026-12-10T06:00:00.0Z</maint:end>${rest}
    </maint:item></maint:infData></resData><trID><svTRID>s-1</svTRID></trID></response></epp>`
  const response = Result.getOrThrow(readServerMessage(document))
  if (response._tag !== "Response") throw new Error("no response")
  return pollPayload(response, () => "other", site)
}

const impactOf = (options: Parameters<typeof payload>[0]) => {
  const read = payload(options)
  return read._tag === "MaintenanceAnnounced" ? read.maintenance.impact : undefined
}

describe("news of a maintenance (RFC 9167)", () => {
  it("is read with its time, systems, suffixes and plain description", () => {
    const read = payload({
      pollType: "create",
      systems: system("EPP", "full", "epp.registry.example") + system("DNS", "none")
    })
    assert.deepStrictEqual(read, {
      _tag: "MaintenanceAnnounced",
      change: "create",
      maintenance: {
        maintenance_id: "2e6df9b0-4092-4491-bcc8-9fb2166dcee6",
        name: "Move",
        starts_on: DateTime.makeUnsafe("2026-12-10T02:00:00Z"),
        ends_on: DateTime.makeUnsafe("2026-12-10T06:00:00Z"),
        impact: "full",
        systems: [
          { name: "EPP", host: "epp.registry.example", impact: "full" },
          { name: "DNS", host: null, impact: "none" }
        ],
        environment: "production",
        reason: "planned",
        tlds: ["example", "test"],
        description: "free text",
        detail: "https://www.registry.example/notice?123"
      }
    })
  })

  it.each(["create", "update", "delete", "courtesy", "end"] as const)("is a %s by its poll type", (pollType) => {
    assert.deepInclude(payload({ pollType, systems: system("EPP", "full") }), { change: pollType })
  })

  it("is an update without a known poll type", () => {
    assert.deepInclude(payload({ systems: system("EPP", "full") }), { change: "update" })
    assert.deepInclude(payload({ pollType: "other", systems: system("EPP", "full") }), { change: "update" })
  })

  it("has the impact of the systems that the account uses, by host, or by name where no host is stated", () => {
    assert.strictEqual(impactOf({ systems: system("epp", "partial") }), "partial")
    assert.strictEqual(impactOf({ systems: system("SRS", "full") + system("EPP", "partial") }), "full")
    assert.strictEqual(impactOf({ systems: system("WHOIS", "full") }), "none")
    assert.strictEqual(impactOf({ systems: system("EPP", "full", "epp2.registry.example") }), "none")
    assert.strictEqual(impactOf({ systems: system("Frontend", "full", "epp.registry.example") }), "full")
  })

  it("concerns no account in another environment", () => {
    const systems = system("EPP", "full")
    assert.strictEqual(impactOf({ systems, environment: "type='ote'" }), "none")
    assert.strictEqual(
      impactOf({ systems, environment: "type='ote'", site: { hosts: [], environment: "ote" } }),
      "full"
    )
    const custom = "type='custom' name='Sandbox'"
    assert.strictEqual(impactOf({ systems, environment: custom, site: { hosts: [], environment: "sandbox" } }), "full")
    assert.strictEqual(impactOf({ systems, environment: custom }), "none")
  })

  it("stays unknown without a readable time", () => {
    assert.deepStrictEqual(payload({ systems: system("EPP", "full"), start: "soon" }), { _tag: "Unknown" })
  })
})
