import { assert, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import { operationCatalog } from "../../src/platform/OperationCatalog.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { ScopedCallers } from "./ScopedCallers.ts"
import { scopedUses } from "./scopedOperations.ts"
import { assertKeptWithin, assertRefusedUnasked, scopedPlatform } from "./scopedSuite.ts"

const namesOf = (body: any): ReadonlyArray<string> => body.items.map(({ name }: { readonly name: string }) => name)

test("every operation that enforces restrictions has an expected answer", () => {
  const enforcing = operationCatalog.filter(({ rules }) => rules.enforcesScope !== undefined)
  assert.sameMembers(enforcing.map(({ operationId }) => operationId), Object.keys(scopedUses))
})

layer(scopedPlatform, { timeout: 60_000 })("a restricted key", (it) => {
  it.effect("is refused by every operation, or kept within its objects", () =>
    Effect.gen(function*() {
      const { restricted } = yield* ScopedCallers
      yield* assertKeptWithin({ key: yield* restricted({ names: ["scoped.com", "scoped.example"] }) })
    }))

  it.effect("of a program is refused before a person is asked, except by writes that enforce its restrictions", () =>
    Effect.gen(function*() {
      const { ofProgram } = yield* ScopedCallers
      yield* assertRefusedUnasked({ key: yield* ofProgram({ names: ["scoped.com", "scoped.example"] }) })
      const challenges = { names: ["scoped.example"], rrsets: [{ name: "_acme-challenge.*", types: ["TXT"] }] }
      yield* assertRefusedUnasked({ key: yield* ofProgram(challenges) }, true)
    }))

  it.effect("lists and counts its objects only, by names, ids and tags", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { dns_zone_id, domain_id, restricted, tag_id, zone_tag_id } = yield* ScopedCallers
      for (
        const restrictions of [
          { names: ["scoped.*"] },
          { names: ["*.com", "*.example"], ids: [domain_id] },
          { ids: [domain_id, dns_zone_id] },
          { tag_ids: [tag_id, zone_tag_id] }
        ]
      ) {
        const key = yield* restricted(restrictions)
        const domains = yield* fetch("GET", "/v1/domains", undefined, { key })
        const zones = yield* fetch("GET", "/v1/dns", undefined, { key })
        const others = restrictions.names?.includes("*.com") === true ? ["owned.com"] : []
        assert.sameMembers([...namesOf(domains.body)], ["scoped.com", ...others])
        assert.strictEqual(domains.body.total, 1 + others.length)
        assert.sameMembers([...namesOf(zones.body)], ["scoped.example.", ...others.map(() => "owned.example.")])
        assert.strictEqual(zones.body.total, 1 + others.length)
        for (const reference of ["scoped.com", domain_id]) {
          const { body, status } = yield* fetch("GET", `/v1/domains/${reference}`, undefined, { key })
          assert.strictEqual(status, 200, JSON.stringify(body))
        }
        for (const reference of ["scoped.example", dns_zone_id]) {
          const { body, status } = yield* fetch("GET", `/v1/dns/${reference}`, undefined, { key })
          assert.strictEqual(status, 200, JSON.stringify(body))
        }
      }
    }))

  it.effect("of one customer sees the domains with its tag, and its tag", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { restricted, tag_id } = yield* ScopedCallers
      const key = yield* restricted({ tag_ids: [tag_id] })
      const searched = yield* fetch("GET", "/v1/domains?tld=com&sort_by=name&renewal_mode=renew", undefined, { key })
      assert.deepStrictEqual([namesOf(searched.body), searched.body.total], [["scoped.com"], 1])
      const zones = yield* fetch("GET", "/v1/dns", undefined, { key })
      assert.deepStrictEqual([namesOf(zones.body), zones.body.total], [[], 0])
      const tags = yield* fetch("GET", "/v1/tags", undefined, { key })
      assert.deepStrictEqual(tags.body.items.map((tag: any) => [tag.tag_id, tag.object_count]), [[tag_id, 1]])
      const summary = yield* fetch("GET", "/v1/domains/summary", undefined, { key })
      const { by_organization, by_tld, total_count } = summary.body.domains
      assert.deepStrictEqual([total_count, by_tld, Object.values(by_organization)], [1, { com: 1 }, [1]])
      const zoneSummary = yield* fetch("GET", "/v1/dns/summary", undefined, { key })
      assert.deepStrictEqual(zoneSummary.body, { total_zones: 0, zones_by_dnssec: { enabled: 0, disabled: 0 } })
      const updated = yield* fetch("PATCH", "/v1/domains/scoped.com", { renewal_mode: "expire" }, { key })
      assert.strictEqual(updated.status, 200, JSON.stringify(updated.body))
    }))

  it.effect("sees no object of a suborganization, whatever its restrictions are", () =>
    Effect.gen(function*() {
      const { fetch, key: keyOf, organization } = yield* TestPlatform
      const { key: whole, owner, restricted } = yield* ScopedCallers
      const child = yield* organization({ parent: owner })
      const { body } = yield* fetch("POST", "/v1/dns", { name: "child.example" }, { key: yield* keyOf(child) })
      const key = yield* restricted({ names: ["*"], ids: [body.dns_zone_id] })
      const read = (path: string, caller: string) => fetch("GET", path, undefined, { key: caller })
      assert.strictEqual((yield* read("/v1/dns/child.example", whole)).status, 200)
      for (const reference of ["child.example", body.dns_zone_id]) {
        const hidden = yield* read(`/v1/dns/${reference}`, key)
        assert.deepStrictEqual([hidden.status, hidden.body.code], [404, "ERROR_ZONE_NOT_FOUND"])
      }
      for (const list of ["/v1/dns", "/v1/domains"]) {
        const listed = yield* read(`${list}?organization_id=${child}`, key)
        assert.deepStrictEqual([listed.status, listed.body.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
      }
      for (const list of ["/v1/contacts", "/v1/events"]) {
        const refused = yield* read(`${list}?organization_id=${child}`, key)
        assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_PERMISSION_DENIED"])
      }
    }))

  it.effect("for challenges sets and removes TXT records of one zone, and nothing else", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { dns_zone_id, restricted } = yield* ScopedCallers
      const key = yield* restricted({ ids: [dns_zone_id], rrsets: [{ name: "_acme-challenge.*", types: ["TXT"] }] })
      const patch = (ops: ReadonlyArray<object>) => fetch("PATCH", `/v1/dns/${dns_zone_id}/rrsets`, { ops }, { key })
      const put = (name: string, type = "TXT", rdata = "\"token\"") => ({
        op: "upsert",
        rrset: { name, type, ttl: 60, records: [{ rdata }] }
      })
      const set = yield* patch([put("_acme-challenge"), put("_acme-challenge.www")])
      assert.strictEqual(set.status, 204, JSON.stringify(set.body))
      const read = yield* fetch("GET", `/v1/dns/${dns_zone_id}`, undefined, { key })
      assert.deepStrictEqual(
        read.body.rrsets.map(({ name, type }: any) => `${name} ${type}`),
        ["_acme-challenge TXT", "_acme-challenge.www TXT"]
      )
      const removed = yield* patch([
        { op: "remove", rrset: { name: "_acme-challenge", type: "TXT", ttl: 60 } },
        { op: "remove", rrset: { name: "_acme-challenge.www", type: "TXT", ttl: 60 } }
      ])
      assert.strictEqual(removed.status, 204, JSON.stringify(removed.body))
      const refused = yield* patch([
        put("_acme-challenge"),
        put("www"),
        put("_acme-challenge", "A", "192.0.2.1"),
        put("x._acme-challenge")
      ])
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(refused.body.errors.map(({ loc, type }: any) => `${loc.join(".")} ${type}`), [
        "body.ops.1.rrset rrset_not_permitted",
        "body.ops.2.rrset rrset_not_permitted",
        "body.ops.3.rrset rrset_not_permitted"
      ])
      const replaced = yield* fetch("PUT", `/v1/dns/${dns_zone_id}/rrsets`, { rrsets: [] }, { key })
      assert.deepStrictEqual([replaced.status, replaced.body.code], [403, "ERROR_PERMISSION_DENIED"])
      const commands = [["www", "_acme-challenge", "mail"], ["_acme-challenge"]].map((names) => ({
        command: "dns_zone_patch_rrsets_bulk",
        payload: { instances: [{ zone_name: "scoped.example", ops: names.map((name) => put(name)) }] }
      }))
      const patches = yield* fetch("POST", "/v1/jobs", { paused: true, commands }, { key })
      assert.deepStrictEqual(
        [patches.body.jobs_created, patches.body.errors.map(({ code, error }: any) => `${code} ${error}`)],
        [1, [
          "ERROR_ZONE_VALIDATION_FAILED This credential may not change www TXT; This credential may not change mail TXT"
        ]]
      )
      const batch = yield* fetch("POST", "/v1/jobs", {
        commands: [{
          command: "dns_zone_update",
          payload: { name: "scoped.example", rrsets: [] }
        }]
      }, { key })
      assert.deepStrictEqual([batch.status, batch.body.code], [403, "ERROR_PERMISSION_DENIED"])
    }))

  it.effect("submits commands for its zones and domains, and sees its batches only", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { key: whole, restricted } = yield* ScopedCallers
      const key = yield* restricted({ names: ["scoped.com", "scoped.example"] })
      const ops = [{ op: "upsert", rrset: { name: "b", type: "A", ttl: 300, records: [{ rdata: "192.0.2.9" }] } }]
      const submitted = yield* fetch("POST", "/v1/jobs", {
        paused: true,
        commands: [
          {
            command: "dns_zone_patch_rrsets_bulk",
            payload: { template: { ops }, instances: [{ zone_name: "scoped.example" }, { zone_name: "owned.example" }] }
          },
          {
            command: "domain_update_bulk",
            payload: { template: { renewal_mode: "renew" }, instances: [{ name: "owned.com" }, { name: "scoped.com" }] }
          }
        ]
      }, { key })
      assert.strictEqual(submitted.status, 201, JSON.stringify(submitted.body))
      assert.deepStrictEqual(
        submitted.body.errors.map(({ code, resource_key }: any) => `${resource_key} ${code}`),
        ["owned.example. ERROR_ZONE_NOT_FOUND", "owned.com ERROR_DOMAIN_NOT_FOUND"]
      )
      assert.strictEqual(submitted.body.jobs_created, 2)
      const own = yield* fetch("GET", `/v1/jobs/${submitted.body.batch_id}`, undefined, { key })
      assert.deepStrictEqual([own.status, own.body.total_jobs], [200, 2])
      const seen = yield* fetch("GET", `/v1/jobs/${submitted.body.batch_id}`, undefined, { key: whole })
      assert.strictEqual(seen.status, 200)
      const other = yield* restricted({ names: ["scoped.com"] })
      const hidden = yield* fetch("GET", `/v1/jobs/${submitted.body.batch_id}`, undefined, { key: other })
      assert.deepStrictEqual([hidden.status, hidden.body.code], [404, "ERROR_BATCH_NOT_FOUND"])
      const refused = yield* fetch("POST", "/v1/jobs", {
        commands: [{ command: "dns_zone_create", payload: { name: "new.scoped.example" } }]
      }, { key })
      assert.strictEqual(refused.status, 403, JSON.stringify(refused.body))
    }))
})
