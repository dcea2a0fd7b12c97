import { assert, layer } from "@effect/vitest"
import { DeclarationStore } from "@namewright/core/domains"
import type { DomainId } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { browser } from "../emailverification/verifying.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { days, ordered, platformWithMailbox, tokenIn, work } from "./declaring.ts"

const { mails, platform } = platformWithMailbox()

const tokenTo = (email: string): string => tokenIn(mails.messages(email).at(-1)?.text ?? "")

const subjectsTo = (email: string): ReadonlyArray<string> => mails.messages(email).map(({ subject }) => subject)

const statusOf = (call: Effect.Success<ReturnType<typeof ordered>>) =>
  Effect.map(
    call("GET", `/v1/domains/${call.domain.domain_id}`),
    ({ body, status }) => status === 200 ? body.registry_statuses : status
  )

layer(platform)("the declaration of the holder of a .no domain", (it) => {
  it.effect("is mailed, signed on its page, and followed by the registration", () =>
    Effect.gen(function*() {
      const call = yield* ordered("signed.no")
      assert.deepStrictEqual(call.domain.registry_statuses, ["pendingCreate"])
      yield* work
      assert.deepStrictEqual(subjectsTo(call.email), ["Please sign the declaration for signed.no"])
      assert.deepStrictEqual(yield* call.transactions, ["pending"])
      assert.deepStrictEqual(yield* call.events, ["REGISTRATION NOTIFICATION"])
      yield* TestClock.adjust("1 hour")
      yield* work
      assert.deepStrictEqual(yield* statusOf(call), ["pendingCreate"])
      const token = tokenTo(call.email)
      const shown = yield* call.open(token)
      assert.strictEqual(shown.status, 200, JSON.stringify(shown.body))
      assert.deepInclude(shown.body, {
        domain_name: "signed.no",
        subscriber_name: "Eksempel AS",
        identity_type: "ORGANIZATION_NUMBER",
        identity_value: "923609016",
        declaration_version: "3.2",
        status: "pending"
      })
      const page = yield* call.open(token, { ...browser, "accept-language": "de" })
      assert.include(page.body, "Erklärung zur Registrierung von signed.no")
      assert.include(page.body, "name=\"accept_name\"")
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'/)

      const done = yield* call.submit(token, "Kari Nordmann", { ...browser, "user-agent": "Test Browser" })
      assert.deepStrictEqual([done.status, done.body.includes("The declaration is signed")], [200, true])
      assert.strictEqual((yield* call.open(token)).body.status, "confirmed")
      assert.deepStrictEqual(yield* statusOf(call), ["pendingCreate"])
      yield* TestClock.adjust("1 minute")
      yield* work
      assert.deepStrictEqual(yield* statusOf(call), ["ok"])
      assert.strictEqual((yield* call.open(token)).body.status, "completed")
      assert.deepStrictEqual(yield* call.transactions, ["succeeded"])
      assert.include(yield* call.events, "REGISTRATION SUCCESS")
      const stored = yield* DeclarationStore.use(({ findByDomain }) => findByDomain(call.domain.domain_id as DomainId))
      assert.deepInclude(Option.getOrUndefined(stored)?.signature ?? {}, {
        name: "Kari Nordmann",
        by: "holder",
        user_agent: "Test Browser"
      })
      const again = yield* call.sign(token, "Kari Nordmann")
      assert.deepStrictEqual([again.status, again.body.code], [409, "ERROR_NORID_DECLARATION_STATE"])
      assert.include((yield* call.open(token, browser)).body, "The domain is registered")
    }))

  it.effect("400: a natural person signs with the own name, whose letters may be transliterated", () =>
    Effect.gen(function*() {
      const call = yield* ordered("person.no", { org: null, first_name: "Åse", last_name: "Ødegård" })
      yield* work
      const token = tokenTo(call.email)
      const wrong = yield* call.sign(token, "Kari Nordmann")
      assert.deepStrictEqual([wrong.status, wrong.body.code], [400, "ERROR_NORID_DECLARATION_NAME_MISMATCH"])
      const page = yield* call.submit(token, "Kari <Nordmann>", browser)
      assert.strictEqual(page.status, 400)
      assert.include(page.body, "must be signed with the name of the holder")
      assert.include(page.body, "Kari &lt;Nordmann&gt;")
      const form = yield* call.submit(token, "Kari Nordmann")
      assert.deepStrictEqual([form.status, form.body.code], [400, "ERROR_NORID_DECLARATION_NAME_MISMATCH"])
      assert.strictEqual((yield* call.sign(token, "aase  ODEGAARD")).status, 204)
    }))

  it.effect("is remembered on days 7, 14, 21 and 27, and expires after 30 days with a refund", () =>
    Effect.gen(function*() {
      const call = yield* ordered("expired.no")
      yield* work
      const counts: Array<number> = []
      for (let day = 1; day < 30; day++) {
        yield* days(1)
        counts.push(subjectsTo(call.email).length)
      }
      const grown = counts.flatMap((count, index) => count > (counts[index - 1] ?? 1) ? [index + 1] : [])
      assert.deepStrictEqual(grown, [7, 14, 21, 27])
      assert.strictEqual(subjectsTo(call.email).at(-1), "Reminder: the declaration for expired.no is not signed yet")
      const [first, ...others] = mails.messages(call.email).map(({ text }) => tokenIn(text))
      for (const token of [first, ...others]) assert.strictEqual((yield* call.open(token ?? "")).status, 200)
      yield* days(1)
      assert.strictEqual(yield* statusOf(call), 404)
      assert.deepStrictEqual(yield* call.transactions, ["canceled"])
      assert.include(yield* call.events, "REGISTRATION CANCELED")
      assert.lengthOf(mails.messages(call.email), 5)
      const late = yield* call.sign(first ?? "", "Kari Nordmann")
      assert.deepStrictEqual([late.status, late.body.code], [400, "ERROR_NORID_DECLARATION_EXPIRED"])
      assert.strictEqual((yield* call.open(first ?? "", browser)).status, 400)
    }))

  it.effect("202: the organization hands in a signed declaration", () =>
    Effect.gen(function*() {
      const call = yield* ordered("handed-in.no")
      const later = yield* call.handIn({ accept_name: "Kari Nordmann", accept_date: "2100-01-01T00:00:00Z" })
      assert.deepStrictEqual([later.status, issuesOf(later.body)], [422, [["body.accept_date", "date_in_future"]]])
      const { body, status } = yield* call.handIn({ accept_name: "Kari Nordmann", accept_date: "1969-12-31T00:00:00Z" })
      assert.deepStrictEqual([status, body.status], [202, "confirmed"], JSON.stringify(body))
      yield* TestClock.adjust("1 minute")
      yield* work
      assert.deepStrictEqual(yield* statusOf(call), ["ok"])
      const again = yield* call.handIn({ accept_name: "Kari Nordmann" })
      assert.deepStrictEqual([again.status, again.body.code], [409, "ERROR_NORID_DECLARATION_STATE"])
      assert.strictEqual((yield* call.resend).status, 409)
    }))

  it.effect("204, 429: mailed again with a link of its own, at most five times a day", () =>
    Effect.gen(function*() {
      const call = yield* ordered("again.no")
      for (let count = 0; count < 4; count++) {
        yield* TestClock.adjust("1 minute")
        assert.strictEqual((yield* call.resend).status, 204)
      }
      const { body, headers, status } = yield* call.resend
      assert.deepStrictEqual([status, body.code, headers.get("retry-after")], [429, "ERROR_RATE_LIMITED", "86160"])
      yield* work
      const tokens = mails.messages(call.email).map(({ text }) => tokenIn(text))
      assert.strictEqual(new Set(tokens).size, 5)
      for (const token of tokens) assert.strictEqual((yield* call.open(token)).status, 200)
    }))

  it.effect("404, 422: no declaration, another organization, and a domain of another TLD", () =>
    Effect.gen(function*() {
      const call = yield* ordered("mine.no")
      const unknown = yield* call.open("A".repeat(43))
      assert.deepStrictEqual([unknown.status, unknown.body.code], [404, "ERROR_NORID_DECLARATION_NOT_FOUND"])
      assert.strictEqual((yield* call.open("A".repeat(43), browser)).status, 404)
      const stranger = yield* caller()
      const path = "/v1/domains/tld-specific/no/mine.no"
      const handed = yield* stranger("POST", `${path}/applicant-declaration`, { accept_name: "Kari" })
      assert.deepStrictEqual([handed.status, handed.body.code], [404, "ERROR_DOMAIN_NOT_FOUND"])
      yield* call("POST", "/v1/domains", {
        name: "declared.com",
        renewal_mode: "renew",
        period: { unit: "y", value: 1 },
        contacts: { registrant: call.contact, admin: call.contact, tech: call.contact }
      })
      const other = yield* call("POST", "/v1/domains/tld-specific/no/declared.com/resend-declaration-email")
      assert.deepStrictEqual([other.status, other.body.code], [422, "ERROR_POLICY_VALIDATION"])
      const unnamed = yield* call.handIn({ accept_name: "" })
      assert.strictEqual(unnamed.status, 422)
    }))
})
