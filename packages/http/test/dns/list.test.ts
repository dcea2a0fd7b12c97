import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { issuesOf } from "../tags/caller.ts"
import { newZoneName, rrset, zoneCaller } from "./zoneCaller.ts"

/** Three zones an hour apart. */
const fixture = Effect.gen(function*() {
  const call = yield* zoneCaller()
  const label = (yield* newZoneName).split(".")[0]
  const names = [`a-${label}.co.uk`, `c-${label}.com`, `b-${label}.com`]
  const ids: Array<string> = []
  for (const name of names) {
    const made = yield* call("POST", "/v1/dns", { name, rrsets: [rrset("www", "A", 300, "192.0.2.1")] })
    ids.push(made.body.dns_zone_id)
    yield* TestClock.adjust("1 hour")
  }
  const shown = (query: string) =>
    Effect.map(call("GET", `/v1/dns?${query}`), ({ body, status }) => {
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.strictEqual(body.total, body.items.length)
      return body.items.map((zone: { name: string }) => zone.name.charAt(0)).join("")
    })
  return { call, ids, label, names, shown }
})

layer(TestPlatform.layer)("GET /v1/dns", (it) => {
  it.effect("200: pages of the newest, unless another order is asked for", () =>
    Effect.gen(function*() {
      const { call, names, shown } = yield* fixture
      assert.strictEqual(yield* shown(""), "bca")
      assert.strictEqual(yield* shown("sort_by=name&sort_order=asc"), "abc")
      yield* call("PATCH", `/v1/dns/${names[0]}/records`, {
        ops: [{ op: "upsert", record: { name: "@", type: "TXT", ttl: 60, rdata: "hello" } }]
      })
      assert.strictEqual(yield* shown("sort_by=updated_on"), "abc")
      assert.strictEqual((yield* shown("sort_by=dnssec_status")).length, 3)
      const { body } = yield* call("GET", "/v1/dns?page=2&page_size=2")
      assert.deepStrictEqual([body.total, body.page, body.page_size, body.items[0].name], [3, 2, 2, `${names[0]}.`])
      assert.strictEqual(body.items[0].rrsets.length, 4)
    }))

  it.effect("200: what the filters match", () =>
    Effect.gen(function*() {
      const { call, label, names, shown } = yield* fixture
      assert.strictEqual(yield* shown(`name=${names[1]}`), "c")
      assert.strictEqual(yield* shown(`name=${names[1]?.toUpperCase()}.`), "c")
      assert.strictEqual(yield* shown(`search=${label}.c`), "bca")
      assert.strictEqual(yield* shown(`search=A-${label}`), "a")
      assert.strictEqual(yield* shown("suffix=co.uk"), "a")
      assert.strictEqual(yield* shown("suffix=com"), "bc")
      assert.strictEqual(yield* shown("dnssec_status=enabled"), "")
      assert.strictEqual(yield* shown("dnssec_status=disabled"), "bca")
      assert.strictEqual(yield* shown("vanity_nameserver_set_id=vns_01h455vb4pex5vsknk084sn02q"), "")
      const { body } = yield* call("GET", `/v1/dns?name=${names[1]}`)
      const since = body.items[0].created_on
      assert.strictEqual(yield* shown(`created_after=${since}`), "b")
      assert.strictEqual(yield* shown(`created_before=${since}`), "a")
      assert.strictEqual(yield* shown(`updated_after=${since}`), "b")
    }))

  it.effect("200: what carries the tags, shown with them where it is asked for", () =>
    Effect.gen(function*() {
      const { call, ids, shown } = yield* fixture
      const tag = (yield* call("POST", "/v1/tags", { type: "ZONE", label: "vip" })).body.tag_id
      const tagged = yield* call("POST", `/v1/tags/${tag}/objects`, { add: [ids[0]] })
      assert.strictEqual(tagged.status, 200)
      assert.strictEqual(yield* shown(`tag_ids=${tag}`), "a")
      const { body } = yield* call("GET", `/v1/dns?tag_ids=${tag}&include=tags`)
      assert.deepStrictEqual(body.items[0].tags.map(({ label }: { label: string }) => label), ["vip"])
    }))

  it.effect("200: only zones of the caller's organization", () =>
    Effect.gen(function*() {
      yield* fixture
      const stranger = yield* zoneCaller()
      assert.deepStrictEqual((yield* stranger("GET", "/v1/dns")).body.items, [])
    }))

  it.effect("200: the zones of a suborganization for its parent, only if requested", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { call: parent, shown } = yield* fixture
      const sub = yield* organization({ parent: parent.organization })
      const child = yield* zoneCaller({ of: sub })
      const name = `x-${yield* newZoneName}`
      assert.strictEqual((yield* child("POST", "/v1/dns", { name })).status, 201)
      assert.strictEqual((yield* shown("")).length, 3)
      assert.strictEqual(yield* shown(`organization_id=${sub}`), "x")
      assert.strictEqual(yield* shown(`organization_id=${sub}&suffix=com`), "")
      assert.strictEqual((yield* child("GET", `/v1/dns?organization_id=${sub}`)).body.total, 1)
    }))

  it.effect("404: the zones of the parent, and of another organization", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* zoneCaller()
      const child = yield* zoneCaller({ of: yield* organization({ parent: parent.organization }) })
      const stranger = yield* zoneCaller()
      for (const [call, of] of [[child, parent], [stranger, parent], [stranger, child]] as const) {
        const { body, status } = yield* call("GET", `/v1/dns?organization_id=${of.organization}`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
      }
    }))

  it.effect("422: every parameter that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller()
      const { body, status } = yield* call(
        "GET",
        "/v1/dns?page=0&page_size=1001&sort_by=serial&dnssec_status=maybe&tag_ids=x&include=rrsets&created_after=soon"
      )
      assert.strictEqual(status, 422)
      assert.sameMembers(issuesOf(body).map(([pointer]) => pointer), [
        "query.page",
        "query.page_size",
        "query.sort_by",
        "query.dnssec_status",
        "query.tag_ids.0",
        "query.include.0",
        "query.created_after"
      ])
    }))
})
