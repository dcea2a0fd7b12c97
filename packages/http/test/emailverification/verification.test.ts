import { assert, describe, it, layer } from "@effect/vitest"
import type { ContactId } from "@namewright/core/contacts"
import { VerifiedAddresses } from "@namewright/core/emailverification"
import { testPlatform } from "@namewright/testing"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { toFetch } from "../../src/toFetch.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { domainNaming } from "../contacts/domainNaming.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { browser, contactCaller, deliver, platformWithMailbox, tokenIn } from "./verifying.ts"

const { mails, platform } = platformWithMailbox()

/** Token of the newest mail to an address. */
const mailedToken = Effect.fnUntraced(function*(email: string) {
  yield* deliver
  return tokenIn(mails.messages(email).at(-1)?.text ?? "")
})

const unknownContact = "contact_01h455vb4pex5vsknk084sn02q"
const unknownToken = "A".repeat(43)

layer(platform)("the verification of an address by mail", (it) => {
  it.effect("sends one mail, shows a page that confirms nothing by itself, and records an event", () =>
    Effect.gen(function*() {
      const email = "grace@example.com"
      const call = yield* contactCaller(email, { first_name: "Grace", last_name: "Hopper <b>" })
      yield* domainNaming(call.organization, call.contact_id as ContactId)
      const started = yield* call("POST", call.path)
      assert.strictEqual(started.status, 201, JSON.stringify(started.body))
      assert.match(started.body.contact_verification_id, /^contact_verification_/)
      assert.deepInclude(started.body, { contact_id: call.contact_id, type: "email", status: "pending" })
      assert.notProperty(started.body, "token")
      const token = yield* mailedToken(email)
      const [mail, ...others] = mails.messages(email)
      assert.isEmpty(others)
      assert.include(mail?.subject ?? "", email)
      assert.match(token, /^[\w-]{43}$/)

      const page = yield* call.link("GET", token, browser)
      assert.strictEqual(page.status, 200)
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src 'sha256-[^']+';/)
      assert.strictEqual(page.headers.get("referrer-policy"), "no-referrer")
      assert.strictEqual(page.headers.get("cache-control"), "no-store")
      assert.include(page.body, "Grace Hopper &lt;b&gt;")
      assert.include(page.body, `${call.contact_id.replace("_", "-")}.example`)
      assert.include(page.body, "<form method=\"post\">")
      assert.strictEqual((yield* call.link("GET", token)).body.status, "pending")
      assert.strictEqual((yield* call("GET", call.path)).body.status, "pending")

      const confirmed = yield* call.link("POST", token, browser)
      assert.deepStrictEqual([confirmed.status, confirmed.body.includes("The address is confirmed")], [200, true])
      const { body } = yield* call("GET", call.path)
      assert.strictEqual(body.status, "verified")
      assert.strictEqual(body.updated_on, body.verified_on)
      assert.isNull(body.canceled_on)
      const { verifications } = (yield* call("GET", `/v1/contacts/${call.contact_id}/verifications`)).body
      assert.lengthOf(verifications, 1)
      assert.deepInclude(verifications[0], {
        claim: "EMAIL",
        state: "VERIFIED",
        method: "REACHABILITY",
        proof: "EMAIL_VER_TRANSACTION_LOG",
        attestation_reference: started.body.contact_verification_id,
        verified_on: body.verified_on
      })
      const listed = (yield* call("GET", "/v1/contacts?verified=true")).body.items
      assert.deepStrictEqual(listed.map((contact: { contact_id: string }) => contact.contact_id), [call.contact_id])
      const events = yield* call("GET", `/v1/events?object_id=${call.contact_id}`)
      assert.deepStrictEqual(
        events.body.items.map(({ event_data, object_type, subtype, type }: any) => [
          object_type,
          type,
          subtype,
          event_data.message
        ]),
        [["CONTACT", "VERIFICATION", "SUCCESS", `The address ${email} is verified`]]
      )
      const found = yield* VerifiedAddresses.use((addresses) => addresses.find(call.organization, "Grace@Example.com"))
      assert.strictEqual(Option.getOrUndefined(found)?.contact_verification_id, body.contact_verification_id)
      const strange = yield* VerifiedAddresses.use((addresses) => addresses.find(call.organization, "eve@example.com"))
      assert.isTrue(Option.isNone(strange))
    }))

  it.effect("answers German addresses in German, and the page in the language of the browser", () =>
    Effect.gen(function*() {
      const email = "emmy@example.com"
      const call = yield* contactCaller(email, { country: "de", postal_code: "10115", phone: "+49 30 123456" })
      yield* call("POST", `${call.path}?type=email`)
      const token = yield* mailedToken(email)
      assert.include(mails.messages(email)[0]?.subject ?? "", "Bitte bestätigen Sie")
      const german = { ...browser, "accept-language": "fr;q=0.9, de-AT;q=0.8, en;q=0.7" }
      const page = yield* call.link("GET", token, german)
      assert.include(page.body, "Bestätigen Sie Ihre Adresse")
      assert.strictEqual(page.headers.get("content-language"), "de")
      assert.include((yield* call.link("POST", token, german)).body, "Die Adresse ist bestätigt")
      assert.include((yield* call.link("GET", unknownToken, german)).body, "Dieser Link ist unbekannt")
      const english = { ...browser, "accept-language": "fr, de;q=0, *;q=0.5" }
      assert.include((yield* call.link("GET", token, english)).body, "The address is confirmed")
    }))

  it.effect("accepts a token once, and shows what became of it afterwards", () =>
    Effect.gen(function*() {
      const email = "once@example.com"
      const call = yield* contactCaller(email)
      yield* call("POST", call.path)
      const token = yield* mailedToken(email)
      const first = yield* call.link("POST", token)
      assert.deepStrictEqual([first.status, first.body], [200, { status: "verified", contact_id: call.contact_id }])
      const second = yield* call.link("POST", token)
      assert.deepStrictEqual([second.status, second.body.code], [400, "ERROR_INVALID_VERIFICATION_TOKEN"])
      assert.strictEqual((yield* call.open("PUT", token)).status, 400)
      assert.strictEqual((yield* call.open("GET", token)).status, 404)
      const again = yield* call.link("POST", token, browser)
      assert.deepStrictEqual([again.status, again.body.includes("The address is confirmed")], [200, true])
    }))

  it.effect("expires after 14 days", () =>
    Effect.gen(function*() {
      const email = "late@example.com"
      const call = yield* contactCaller(email)
      yield* call("POST", call.path)
      const token = yield* mailedToken(email)
      yield* TestClock.adjust("335 hours")
      assert.strictEqual((yield* call.link("GET", token, browser)).status, 200)
      yield* TestClock.adjust("1 hour")
      const page = yield* call.link("POST", token, browser)
      assert.deepStrictEqual([page.status, page.body.includes("This link has expired")], [400, true])
      const refused = yield* call.open("PUT", token)
      assert.deepStrictEqual(
        [refused.status, refused.body.code, refused.body.contact_id],
        [400, "ERROR_INVALID_VERIFICATION_TOKEN", call.contact_id]
      )
      assert.strictEqual((yield* call.link("GET", token)).body.status, "expired")
    }))

  it.effect("replaces the pending verification of the contact", () =>
    Effect.gen(function*() {
      const email = "twice@example.com"
      const call = yield* contactCaller(email)
      const older = (yield* call("POST", call.path)).body.contact_verification_id
      const olderToken = yield* mailedToken(email)
      yield* TestClock.adjust("1 second")
      const newer = (yield* call("POST", call.path)).body.contact_verification_id
      const token = yield* mailedToken(email)
      assert.lengthOf(mails.messages(email), 2)
      assert.notStrictEqual(older, newer)
      const page = yield* call.link("POST", olderToken, browser)
      assert.deepStrictEqual([page.status, page.body.includes("no longer needed")], [404, true])
      assert.strictEqual((yield* call.open("PUT", olderToken)).status, 404)
      assert.strictEqual((yield* call("GET", call.path)).body.contact_verification_id, newer)
      assert.strictEqual((yield* call.open("PUT", token)).status, 204)
    }))

  it.effect("429: the sixth mail to an address in 24 hours", () =>
    Effect.gen(function*() {
      const email = "many@example.com"
      const call = yield* contactCaller(email)
      const other = (yield* call("POST", "/v1/contacts", { ...contactBody, email: "Many@example.com" })).body.contact_id
      for (let count = 0; count < 5; count++) {
        assert.strictEqual((yield* call("POST", call.path)).status, 201)
        yield* TestClock.adjust("1 hour")
      }
      // The mails count although their contact and its verifications are gone.
      assert.strictEqual((yield* call("DELETE", call.path.replace("/verification", ""))).status, 204)
      const again = (yield* call("POST", "/v1/contacts", { ...contactBody, email })).body.contact_id
      for (const path of [`/v1/contacts/${again}/verification`, `/v1/contacts/${other}/verification`]) {
        const { body, headers, status } = yield* call("POST", path)
        assert.deepStrictEqual([status, body.code, headers.get("retry-after")], [429, "ERROR_RATE_LIMITED", "68400"])
      }
      assert.strictEqual((yield* call("POST", `/v1/contacts/${again}/verification?type=api`)).status, 201)
      yield* TestClock.adjust("19 hours")
      assert.strictEqual((yield* call("POST", `/v1/contacts/${again}/verification`)).status, 201)
      yield* deliver
      assert.lengthOf(mails.messages(email), 6)
    }))
})

layer(platform)("/v1/contacts/{contact_id}/verification", (it) => {
  it.effect("201, 204: the token of the type api is returned, and completes the verification", () =>
    Effect.gen(function*() {
      const call = yield* contactCaller("api@example.com")
      const { body, status } = yield* call("POST", `${call.path}?type=api`)
      assert.deepStrictEqual([status, body.type, body.token.length], [201, "api", 43])
      yield* deliver
      assert.isEmpty(mails.messages("api@example.com"))
      assert.notProperty((yield* call("GET", call.path)).body, "token")
      const done = yield* call("PUT", `${call.path}?token=${body.token}`)
      assert.deepStrictEqual([done.status, done.body], [204, undefined])
      assert.strictEqual((yield* call("GET", call.path)).body.status, "verified")
      const again = yield* call("PUT", `${call.path}?token=${body.token}`)
      assert.deepStrictEqual(
        [again.status, again.body.code, again.body.contact_id],
        [400, "ERROR_INVALID_VERIFICATION_TOKEN", call.contact_id]
      )
    }))

  it.effect("204: a canceled verification, whose token does not work", () =>
    Effect.gen(function*() {
      const call = yield* contactCaller("cancel@example.com")
      const { token } = (yield* call("POST", `${call.path}?type=api`)).body
      assert.strictEqual((yield* call("DELETE", call.path)).status, 204)
      const { body } = yield* call("GET", call.path)
      assert.deepStrictEqual([body.status, body.canceled_on, body.verified_on], ["canceled", body.updated_on, null])
      assert.strictEqual((yield* call.open("PUT", token)).status, 404)
      assert.strictEqual((yield* call("PUT", `${call.path}?token=${token}`)).status, 400)
      const again = yield* call("DELETE", call.path)
      assert.deepStrictEqual([again.status, again.body.code], [404, "ERROR_CONTACT_VERIFICATION_NOT_FOUND"])
    }))

  it.effect("400, 403: a wrong token, and the token of a mail, which is for the holder of the address", () =>
    Effect.gen(function*() {
      const email = "holder@example.com"
      const call = yield* contactCaller(email)
      yield* call("POST", call.path)
      const token = yield* mailedToken(email)
      const wrong = yield* call("PUT", `${call.path}?token=${unknownToken}`)
      assert.deepStrictEqual([wrong.status, wrong.body.code], [400, "ERROR_INVALID_VERIFICATION_TOKEN"])
      const own = yield* call("PUT", `${call.path}?token=${token}`)
      assert.deepStrictEqual(
        [own.status, own.body.code],
        [403, "ERROR_CONTACT_VERIFICATION_MISSING_PERMISSIONS"]
      )
      assert.strictEqual((yield* call("GET", call.path)).body.status, "pending")
    }))

  it.effect("404: a contact without a verification, and a contact of another organization", () =>
    Effect.gen(function*() {
      const call = yield* contactCaller("none@example.com")
      for (const method of ["GET", "DELETE"]) {
        const { body, status } = yield* call(method, call.path)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_CONTACT_VERIFICATION_NOT_FOUND"])
      }
      const stranger = yield* caller()
      for (const path of [call.path, `/v1/contacts/${unknownContact}/verification`]) {
        for (const method of ["GET", "POST", "DELETE"]) {
          const { body, status } = yield* stranger(method, path)
          assert.deepStrictEqual([status, body.code], [404, "ERROR_CONTACT_NOT_FOUND"])
        }
      }
    }))

  it.effect("405: an unknown type", () =>
    Effect.gen(function*() {
      const call = yield* contactCaller("post@example.com")
      const { body, status } = yield* call("POST", `${call.path}?type=post`)
      assert.deepStrictEqual([status, body.code], [405, "ERROR_CONTACT_VERIFICATION_INVALID_TYPE"])
    }))

  it.effect("422: no token", () =>
    Effect.gen(function*() {
      const call = yield* contactCaller("missing@example.com")
      const { body, status } = yield* call("PUT", call.path)
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["query.token", "missing"]]])
    }))
})

layer(platform)("/v1/contacts/verification", (it) => {
  it.effect("200: names, address and domains of the contact, and nothing else about it", () =>
    Effect.gen(function*() {
      const call = yield* contactCaller("open@example.com", { org: "Example Ltd" })
      const { token } = (yield* call("POST", `${call.path}?type=api`)).body
      const { body, status } = yield* call.open("GET", token)
      assert.strictEqual(status, 200)
      const known = Object.entries(body).filter(([, value]) => value !== null)
      assert.deepStrictEqual(Object.fromEntries(known), {
        contact_id: call.contact_id,
        first_name: "Ada",
        last_name: "Lovelace",
        email: "open@example.com",
        domain_names: []
      })
      assert.includeMembers(Object.keys(body), ["phone", "street", "organization_id"])
    }))

  it.effect("404, 422: an unknown token, and none", () =>
    Effect.gen(function*() {
      const call = yield* contactCaller("unknown@example.com")
      for (const method of ["GET", "PUT"] as const) {
        const { body, status } = yield* call.open(method, unknownToken)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_CONTACT_VERIFICATION_NOT_FOUND"])
        assert.strictEqual((yield* call(method, "/v1/contacts/verification")).status, 422)
      }
      assert.strictEqual((yield* call.link("GET", unknownToken)).status, 404)
      assert.strictEqual((yield* call.link("GET", unknownToken, browser)).status, 404)
    }))
})

describe("public operations", () => {
  it("429: too many requests of one network", async () => {
    await using installation = await testPlatform()
    const from = (clientAddress: string) =>
      toFetch(installation, {
        requestLog: false,
        clientAddress: () => clientAddress,
        rateLimits: {
          read: { perSecond: 100, burst: 200 },
          write: { perSecond: 20, burst: 40 },
          names: { perSecond: 1, burst: 1 },
          tokens: { perSecond: 1, burst: 1 },
          publicPages: { perSecond: 1, burst: 3 }
        }
      })
    const fetch = from("192.0.2.7")
    const statuses: Array<number> = []
    for (const method of ["GET", "POST", "GET", "GET"]) {
      const url = `http://platform.test/v1/contacts/verify?token=${unknownToken}`
      statuses.push((await fetch(new Request(url, { method }))).status)
    }
    assert.deepStrictEqual(statuses, [404, 404, 404, 429])
  })
})
