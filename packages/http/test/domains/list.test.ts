import { assert, layer } from "@effect/vitest"
import { contactId, day, nameservers } from "@namewright/conformance"
import { newDomainId } from "@namewright/core/shared"
import { StatusTags } from "@namewright/core/tags"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf, unknownTag } from "../tags/caller.ts"
import { storedDomain } from "./storedDomain.ts"

let numbered = 0

/** Three domains of a new organization that differ in filtered members; their names begin with a, b and c. */
const fixture = Effect.gen(function*() {
  yield* TestClock.setTime(day(0).epochMilliseconds)
  const call = yield* caller()
  const run = ++numbered
  const label = (letter: string) => `${letter}-shop${run}`
  const domains = [
    yield* storedDomain(call.organization, `${label("a")}.com`, {
      nameservers: nameservers("ns1.host.example", "ns2.host.example"),
      created_on: day(-3),
      expires_on: day(10),
      registered_on: day(-3),
      contacts: [{ contact_id: contactId(1), contact_type: "registrant", attributes: { "x-number": "7" } }],
      auth_code: "secret"
    }),
    yield* storedDomain(call.organization, `${label("b")}.co.uk`, {
      registry_statuses: ["clientTransferProhibited", "serverHold"],
      renewal_mode: "expire",
      created_on: day(-2),
      expires_on: day(50),
      registered_on: day(-20),
      transferred_on: day(-2)
    }),
    yield* storedDomain(call.organization, `${label("c")}.com`, {
      read_only: true,
      is_premium: true,
      registrar: "ENOM",
      registrar_credential_id: "registrar_credential_01h455vb4pex5vsknk084sn02q",
      created_on: day(-1),
      expires_on: null,
      registered_on: null
    })
  ]
  const shown = (query: string) =>
    Effect.map(call("GET", `/v1/domains?sort_by=name&sort_order=asc&${query}`), ({ body, status }) => {
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.strictEqual(body.total, body.items.length)
      return body.items.map(({ name }: { name: string }) => name[0]).join("")
    })
  return { call, domains, label, shown }
})

const times = (query: string, names: string) => ({ query, names })

const codes = (body: { items: Array<{ auth_code: string | null }> }) => body.items.map(({ auth_code }) => auth_code)

layer(TestPlatform.layer)("GET /v1/domains", (it) => {
  it.effect("200: pages, by default the newest first", () =>
    Effect.gen(function*() {
      const { call } = yield* fixture
      const names = (query: string) =>
        Effect.map(call("GET", `/v1/domains?${query}`), ({ body }) =>
          body.items.map(({ name }: { name: string }) => name[0]).join(""))
      assert.strictEqual(yield* names(""), "cba")
      assert.strictEqual(yield* names("sort_by=name&sort_order=asc"), "abc")
      assert.strictEqual(yield* names("sort_by=expires_on&sort_order=asc"), "cab")
      assert.strictEqual(yield* names("sort_by=registered_on&sort_order=desc"), "abc")
      assert.strictEqual((yield* names("sort_by=transferred_on"))[0], "b")
      const { body } = yield* call("GET", "/v1/domains?page=2&page_size=2")
      assert.deepStrictEqual([body.total, body.page, body.page_size, body.items.length], [3, 2, 2, 1])
      assert.strictEqual((yield* call("GET", "/v1/domains?page=9")).body.items.length, 0)
    }))

  it.effect("200: every member of a domain", () =>
    Effect.gen(function*() {
      const { call, domains } = yield* fixture
      const [domain] = domains
      const { body } = yield* call("GET", `/v1/domains?name=${domain?.name.toUpperCase()}.`)
      assert.deepStrictEqual(body.items, [{
        domain_id: domain?.domain_id,
        name: domain?.name,
        sld: domain?.sld,
        tld: "com",
        roid: "D1-SAMPLE",
        owner_id: call.organization,
        registry_account_id: domain?.registry_account_id,
        renewal_mode: "renew",
        renewal_period: "P1Y",
        is_premium: false,
        transfer_lock: false,
        read_only: false,
        registry_statuses: ["ok"],
        statuses: [],
        contacts: [{ contact_id: contactId(1), contact_type: "registrant", attributes: { "x-number": "7" } }],
        nameservers: [
          { hostname: "ns1.host.example", ip_addresses: [] },
          { hostname: "ns2.host.example", ip_addresses: [] }
        ],
        hosts: [],
        auth_code: "secret",
        auth_code_expires_on: null,
        attributes: {},
        verification_required: null,
        tags: null,
        status_tags: null,
        registered_on: "2025-12-29T00:00:00Z",
        expires_on: "2026-01-11T00:00:00Z",
        transferred_on: null,
        canceled_on: null,
        deleted_on: null,
        created_on: "2025-12-29T00:00:00Z",
        updated_on: "2026-01-01T00:00:00Z"
      }])
    }))

  it.effect("200: what each filter matches", () =>
    Effect.gen(function*() {
      const { label, shown } = yield* fixture
      const cases = [
        times(`search=${label("B").slice(0, 4)}`, "b"),
        times("search=SHOP", "abc"),
        times("search=%25", ""),
        times(`sld=${label("c")}`, "c"),
        times("tld=com", "ac"),
        times("tld=.co.uk&tld=net", "b"),
        times("tld=com,co.uk", "abc"),
        times("nameserver=HOST.example", "a"),
        times("nameserver=ns1.host.example.", "a"),
        times("nameserver=ns1.", "a"),
        times("nameserver=1_host", ""),
        times("registry_statuses=ok&registry_statuses=serverHold", "abc"),
        times("registry_statuses=clientTransferProhibited", "b"),
        times("renewal_mode=expire", "b"),
        times("transfer_lock=true", "b"),
        times("transfer_lock=0", "ac"),
        times("read_only=1", "c"),
        times("is_premium=false", "ab"),
        times("registrar=NATIVE", "ab"),
        times("registrar=ENOM&registrar=OPENSRS", "c"),
        times("registrar_credential_id=registrar_credential_01h455vb4pex5vsknk084sn02q", "c"),
        times("created_after=2025-12-29&created_before=2025-12-31", "b"),
        times("expires_after=2026-01-11T00:00:00Z", "b"),
        times("registered_before=2025-12-29T00:00:01Z", "ab"),
        times("transferred_after=2020-01-01", "b"),
        times("expires_in_30_days=true", "a"),
        times("expires_in_30_days=false", "bc"),
        times("expires_in_30_days=false&expires_in_60_days=true", "b"),
        times("tld=com&is_premium=true&read_only=true", "c")
      ]
      for (const { names, query } of cases) assert.strictEqual(yield* shown(query), names, query)
    }))

  it.effect("200: by tags and status tags in every mode, and with them if requested", () =>
    Effect.gen(function*() {
      const { call, domains, shown } = yield* fixture
      const tag = (text: string) =>
        Effect.map(call("POST", "/v1/tags", { type: "DOMAIN", label: text }), ({ body }): string => body.tag_id)
      const [one, two] = [yield* tag("one"), yield* tag("two")]
      const [a, b, c] = domains.map(({ name }) => name)
      yield* call("POST", "/v1/tags/objects", { type: "DOMAIN", objects: [a], add: [one, two] })
      yield* call("POST", "/v1/tags/objects", { type: "DOMAIN", objects: [b], add: [one] })
      const { set } = yield* StatusTags
      yield* set(call.organization, "DOMAIN", domains[2]?.domain_id ?? "", "VERIFICATION_REQUIRED")
      assert.strictEqual(yield* shown(`tag_ids=${one}`), "ab")
      assert.strictEqual(yield* shown(`tag_ids=${one},${two}&tag_mode=match_all`), "a")
      assert.strictEqual(yield* shown(`tag_ids=${two}&tag_ids=${two}&tag_mode=match_none`), "bc")
      assert.strictEqual(yield* shown("status_tags=VERIFICATION_REQUIRED"), "c")
      assert.strictEqual(yield* shown("status_tags=VERIFICATION_REQUIRED,EXTERNAL&status_tag_mode=match_all"), "")
      assert.strictEqual(yield* shown("status_tags=VERIFICATION_REQUIRED&status_tag_mode=match_none"), "ab")
      assert.strictEqual(yield* shown(`tag_ids=${unknownTag}`), "")
      const tagged = yield* call("GET", `/v1/domains?name=${a}&include=tags`)
      assert.deepStrictEqual(tagged.body.items[0].tags, [
        { tag_id: one, label: "one", color: "color-1" },
        { tag_id: two, label: "two", color: "color-1" }
      ])
      assert.deepStrictEqual(tagged.body.items[0].status_tags, [])
      const marked = yield* call("GET", `/v1/domains?name=${c}&include=tags,registrar_credential`)
      assert.deepStrictEqual(
        marked.body.items[0].status_tags.map(({ label, tag_type }: { label: string; tag_type: string }) => [
          tag_type,
          label
        ]),
        [["VERIFICATION_REQUIRED", "VERIFICATION REQUIRED"]]
      )
      assert.isTrue("registrar_credential" in marked.body.items[0])
    }))

  it.effect("200: auth codes only with the permission", () =>
    Effect.gen(function*() {
      const { call } = yield* fixture
      const reader = yield* caller({ of: call.organization, rights: ["domains:read"] })
      assert.deepStrictEqual(codes((yield* call("GET", "/v1/domains")).body), [null, null, "secret"])
      assert.deepStrictEqual(codes((yield* reader("GET", "/v1/domains")).body), [null, null, null])
    }))

  it.effect("200: the domains of a suborganization for its parent, only if requested", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const sub = yield* organization({ parent: parent.organization })
      yield* storedDomain(sub, `${yield* newDomainId}.com`.replace("domain_", "d"))
      const child = yield* caller({ of: sub })
      assert.strictEqual((yield* parent("GET", "/v1/domains")).body.total, 0)
      assert.strictEqual((yield* parent("GET", `/v1/domains?organization_id=${sub}`)).body.total, 1)
      assert.strictEqual((yield* child("GET", "/v1/domains")).body.total, 1)
      assert.strictEqual((yield* child("GET", `/v1/domains?organization_id=${sub}`)).body.total, 1)
    }))

  it.effect("403: a key without domains:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      assert.strictEqual((yield* call("GET", "/v1/domains")).status, 403)
    }))

  it.effect("404: the domains of another organization", () =>
    Effect.gen(function*() {
      const { call } = yield* fixture
      const stranger = yield* caller()
      const { body, status } = yield* stranger("GET", `/v1/domains?organization_id=${call.organization}`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
    }))

  it.effect("422: every parameter that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const wrong = [
        "page=0",
        "page_size=1001",
        "sort_by=tld",
        "tag_ids=vip",
        "tag_mode=any",
        "status_tags=NEW",
        "registry_statuses=fine",
        "renewal_mode=autoexpire",
        "transfer_lock=maybe",
        "registrar=GODADDY",
        "registrar_credential_id=domain_01h455vb4pex5vsknk084sn02q",
        "created_after=soon",
        `search=${"x".repeat(256)}`,
        "include=renewal_price",
        "organization_id=mine"
      ]
      const { body, status } = yield* call("GET", `/v1/domains?${wrong.join("&")}`)
      assert.strictEqual(status, 422)
      assert.sameMembers(
        issuesOf(body).map(([pointer]) => pointer),
        wrong.map((parameter) => {
          const [name] = parameter.split("=")
          return ["tag_ids", "status_tags", "registry_statuses", "registrar", "registrar_credential_id", "include"]
              .includes(name ?? "")
            ? `query.${name}.0`
            : `query.${name}`
        })
      )
    }))
})
