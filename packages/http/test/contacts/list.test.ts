import { assert, layer } from "@effect/vitest"
import { ContactId } from "@namewright/core/contacts"
import { StatusTags } from "@namewright/core/tags"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { contactBody } from "./contactBody.ts"
import { domainNaming } from "./domainNaming.ts"

/** Three contacts an hour apart: Ada of GB, Östen of SE, Grace of US. */
const fixture = Effect.gen(function*() {
  const call = yield* caller()
  const people = [
    { first_name: "Ada", last_name: "Lovelace", email: "ada@engine.example" },
    { first_name: "Östen", last_name: "Adams", email: "osten@mail.example", country: "SE", postal_code: "114 55" },
    {
      first_name: "Grace",
      last_name: "Hopper",
      org: "Navy",
      email: "g@mail.example",
      country: "US",
      postal_code: "22201"
    }
  ]
  const ids: Array<string> = []
  for (const person of people) {
    ids.push((yield* call("POST", "/v1/contacts", { ...contactBody, ...person })).body.contact_id)
    yield* TestClock.adjust("1 hour")
  }
  const shown = (query: string) =>
    Effect.map(call("GET", `/v1/contacts?${query}`), ({ body, status }) => {
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.strictEqual(body.total, body.items.length)
      return body.items.map((contact: { first_name: string }) => contact.first_name).join(" ")
    })
  return { call, ids, shown }
})

const unknownOrganization = "organization_01h455vb4pex5vsknk084sn02q"

layer(TestPlatform.layer)("GET /v1/contacts", (it) => {
  it.effect("200: pages of the newest, unless another order is asked for", () =>
    Effect.gen(function*() {
      const { call, shown } = yield* fixture
      assert.strictEqual(yield* shown(""), "Grace Östen Ada")
      assert.strictEqual(yield* shown("sort_by=last_name&sort_order=asc"), "Östen Grace Ada")
      assert.strictEqual(yield* shown("sort_by=email"), "Östen Grace Ada")
      assert.strictEqual(yield* shown("sort_by=first_name&sort_order=desc"), "Östen Grace Ada")
      const { body } = yield* call("GET", "/v1/contacts?page=2&page_size=2")
      assert.deepStrictEqual([body.total, body.page, body.page_size, body.items[0].first_name], [3, 2, 2, "Ada"])
      assert.deepStrictEqual([body.items[0].tags, body.items[0].status_tags, body.items[0].attribute_sets], [
        null,
        null,
        []
      ])
    }))

  it.effect("200: the matches of text filters, case-insensitive", () =>
    Effect.gen(function*() {
      const { shown } = yield* fixture
      assert.strictEqual(yield* shown("first_name=AD"), "Ada")
      assert.strictEqual(yield* shown("last_name=ad"), "Östen")
      assert.strictEqual(yield* shown(`first_name=${encodeURIComponent("öST")}`), "Östen")
      assert.strictEqual(yield* shown("email=MAIL.example&last_name=hop"), "Grace")
      assert.strictEqual(yield* shown("search=ad"), "Östen Ada")
      assert.strictEqual(yield* shown("search=navy%20grace"), "Grace")
      assert.strictEqual(yield* shown("search=_"), "")
      assert.strictEqual(yield* shown("email=%25"), "")
    }))

  it.effect("200: of a country, and between two moments", () =>
    Effect.gen(function*() {
      const { call, shown } = yield* fixture
      const { body } = yield* call("GET", "/v1/contacts?sort_order=asc")
      const [first, , last] = body.items.map((contact: { created_on: string }) => contact.created_on)
      assert.strictEqual(yield* shown("country=se"), "Östen")
      assert.strictEqual(yield* shown(`created_after=${first}&created_before=${last}`), "Östen")
      assert.strictEqual(yield* shown(`created_after=${first}`), "Grace Östen")
      assert.strictEqual(yield* shown("created_before=1969-01-01"), "")
    }))

  it.effect("200: by tags and status tags in every mode, and with them where asked for", () =>
    Effect.gen(function*() {
      const { call, ids, shown } = yield* fixture
      const tag = (label: string) =>
        Effect.map(call("POST", "/v1/tags", { type: "CONTACT", label }), ({ body }): string => body.tag_id)
      const [a, b] = [yield* tag("a"), yield* tag("b")]
      yield* call("POST", "/v1/tags/objects", { type: "CONTACT", objects: [ids[0]], add: [a, b] })
      yield* call("POST", "/v1/tags/objects", { type: "CONTACT", objects: [ids[1]], add: [a] })
      const { set } = yield* StatusTags
      yield* set(call.organization, "CONTACT", String(ids[2]), "VERIFICATION_REQUIRED")
      assert.strictEqual(yield* shown(`tag_ids=${a}`), "Östen Ada")
      assert.strictEqual(yield* shown(`tag_ids=${a}&tag_ids=${b}&tag_mode=match_all`), "Ada")
      assert.strictEqual(yield* shown(`tag_ids=${a},${b}&tag_mode=match_none`), "Grace")
      assert.strictEqual(yield* shown("status_tags=VERIFICATION_REQUIRED"), "Grace")
      assert.strictEqual(yield* shown("status_tags=VERIFICATION_REQUIRED&status_tag_mode=match_none"), "Östen Ada")
      assert.strictEqual(yield* shown("tag_ids=tag_01h455vb4pex5vsknk084sn02q"), "")
      const { body } = yield* call("GET", `/v1/contacts?tag_ids=${b}&include=tags`)
      assert.deepStrictEqual(body.items[0].tags.map((shown: { label: string }) => shown.label), ["a", "b"])
      assert.deepStrictEqual(body.items[0].status_tags, [])
    }))

  it.effect("200: by whether any domain names them, in whatever role", () =>
    Effect.gen(function*() {
      const { call, ids, shown } = yield* fixture
      assert.strictEqual(yield* shown("in_use=true"), "")
      yield* domainNaming(call.organization, ContactId.make(String(ids[1])))
      assert.strictEqual(yield* shown("in_use=true"), "Östen")
      assert.strictEqual(yield* shown("in_use=1"), "Östen")
      assert.strictEqual(yield* shown("in_use=false"), "Grace Ada")
      assert.strictEqual(yield* shown("in_use=false&search=hopper"), "Grace")
    }))

  it.effect("200: contacts whose email address is verified now, or is not", () =>
    Effect.gen(function*() {
      const { call, ids, shown } = yield* fixture
      const [ada, osten] = ids
      const attest = (id: string | undefined, claim: string, method: string, proof: string) =>
        call("POST", `/v1/contacts/${id}/verifications/attest`, {
          attestations: [{ claim, method, proof, attestation_reference: "case" }]
        })
      yield* attest(ada, "NAME", "VDIG", "PASSPORT")
      assert.strictEqual(yield* shown("verified=true"), "")
      yield* attest(osten, "EMAIL", "REACHABILITY", "EMAIL_VER_TRANSACTION_LOG")
      assert.strictEqual(yield* shown("verified=true"), "Östen")
      assert.strictEqual(yield* shown("verified=false"), "Grace Ada")
      assert.strictEqual(yield* shown("verified=true&country=GB"), "")
      yield* TestClock.adjust("366 days")
      assert.strictEqual(yield* shown("verified=true"), "")
    }))

  it.effect("200: nothing of other organizations, and parameters that there are not are ignored", () =>
    Effect.gen(function*() {
      yield* fixture
      const stranger = yield* caller()
      const { body, status } = yield* stranger("GET", "/v1/contacts?color=red")
      assert.deepStrictEqual([status, body.total, body.items], [200, 0, []])
    }))

  it.effect("200: the contacts of a suborganization with their tags, for its parent, only if requested", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { call: parent, shown } = yield* fixture
      const sub = yield* organization({ parent: parent.organization })
      const child = yield* caller({ of: sub })
      const created = yield* child("POST", "/v1/contacts", { ...contactBody, first_name: "Blaise" })
      const tag = yield* child("POST", "/v1/tags", { type: "CONTACT", label: "sub" })
      const objects = [created.body.contact_id]
      yield* child("POST", "/v1/tags/objects", { type: "CONTACT", objects, add: [tag.body.tag_id] })
      assert.strictEqual(yield* shown(""), "Grace Östen Ada")
      assert.strictEqual(yield* shown(`organization_id=${parent.organization}&search=ada`), "Östen Ada")
      assert.strictEqual(yield* shown(`organization_id=${sub}`), "Blaise")
      assert.strictEqual(yield* shown(`organization_id=${sub}&search=grace`), "")
      const { body } = yield* parent("GET", `/v1/contacts?organization_id=${sub}&include=tags`)
      assert.deepStrictEqual(body.items[0].tags.map(({ label }: { label: string }) => label), ["sub"])
      assert.strictEqual((yield* child("GET", `/v1/contacts?organization_id=${sub}`)).body.total, 1)
    }))

  it.effect("404: the contacts of the parent, of a sister organization, and of another parent's", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const child = yield* caller({ of: yield* organization({ parent: parent.organization }) })
      const sister = yield* organization({ parent: parent.organization })
      const stranger = yield* caller()
      const asked = [
        [child, parent.organization],
        [child, sister],
        [stranger, parent.organization],
        [stranger, sister],
        [parent, unknownOrganization]
      ] as const
      for (const [call, of] of asked) {
        const { body, status } = yield* call("GET", `/v1/contacts?organization_id=${of}`)
        assert.deepStrictEqual([status, body.code, body.items], [404, "ERROR_ORGANIZATION_NOT_FOUND", undefined])
      }
    }))

  it.effect("403: a key without contacts:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["tags:manage"] })
      assert.strictEqual((yield* call("GET", "/v1/contacts")).status, 403)
    }))

  it.effect("422: every parameter that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const wrong = [
        "page=0",
        "page_size=0",
        "sort_by=phone",
        "sort_order=up",
        "tag_ids=vip",
        "tag_mode=any",
        "status_tags=NEW",
        "status_tag_mode=all",
        `email=${"x".repeat(256)}`,
        "search=%00",
        "country=XX",
        "created_after=soon",
        "in_use=maybe",
        "include=domains"
      ]
      const { body, status } = yield* call("GET", `/v1/contacts?${wrong.join("&")}`)
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["query.page", "greater_than_equal"],
        ["query.page_size", "greater_than_equal"],
        ["query.sort_by", "enum"],
        ["query.sort_order", "enum"],
        ["query.tag_ids.0", "typeid_parsing"],
        ["query.tag_mode", "enum"],
        ["query.status_tags.0", "enum"],
        ["query.status_tag_mode", "enum"],
        ["query.email", "string_too_long"],
        ["query.search", "string_pattern_mismatch"],
        ["query.country", "country_code"],
        ["query.created_after", "datetime_parsing"],
        ["query.in_use", "bool_parsing"],
        ["query.include.0", "literal_error"]
      ])
    }))
})
