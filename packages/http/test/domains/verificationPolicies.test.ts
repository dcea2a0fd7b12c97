import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { contactBody } from "../contacts/contactBody.ts"
import { browser, tokenIn } from "../emailverification/verifying.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { days, platformWithMailbox, work } from "./declaring.ts"

const { mails, platform } = platformWithMailbox()

/** A caller that has registered a `.com` name with an address that nobody has confirmed. */
const ordered = Effect.fnUntraced(function*(name: string) {
  const { fetch, organization } = yield* TestPlatform
  const call = yield* caller({ of: yield* organization({ credit: 100_000 }) })
  const email = `holder@${name.replace(".com", ".example")}`
  const { contact_id } = (yield* call("POST", "/v1/contacts", { ...contactBody, email })).body
  const { body, status } = yield* call("POST", "/v1/domains", {
    name,
    renewal_mode: "renew",
    period: { unit: "y", value: 1 },
    contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
  })
  assert.strictEqual(status, 201, JSON.stringify(body))
  const tagsOf = (path: string) =>
    Effect.map(
      call("GET", `${path}?include=tags`),
      (answer) =>
        answer.body.status_tags.map(({ tag_type }: { readonly tag_type: string }) => tag_type) as ReadonlyArray<string>
    )
  const domain = Effect.map(call("GET", `/v1/domains/${name}`), (answer) => answer.body)
  return Object.assign(call, {
    contact_id: contact_id as string,
    email,
    domain,
    domainTags: tagsOf(`/v1/domains/${name}`),
    contactTags: tagsOf(`/v1/contacts/${contact_id}`),
    events: Effect.map(
      call("GET", `/v1/events?object_id=${body.domain_id}&sort_by=created_on&sort_order=asc`),
      (answer) => answer.body.items as ReadonlyArray<any>
    ),
    confirm: (token: string) => fetch("POST", `/v1/contacts/verify?token=${token}`, undefined, { headers: browser })
  })
})

/** A confirmation makes its domains due in one round; the next one looks at them. */
const minutes = Effect.gen(function*() {
  for (let minute = 0; minute < 3; minute++) {
    yield* TestClock.adjust("1 minute")
    yield* work
  }
})

const typesOf = (events: ReadonlyArray<any>) => events.map(({ subtype, type }) => `${type}/${subtype}`)

layer(platform)("the verification that a TLD requires after a registration", (it) => {
  it.effect("asks the registrant by mail, holds the name after 15 days, and frees it when the address is confirmed", () =>
    Effect.gen(function*() {
      const name = "asked-by-mail.com"
      const call = yield* ordered(name)
      assert.isNull((yield* call.domain).verification_required)
      yield* TestClock.adjust("1 minute")
      yield* work

      const { created_on, verification_required } = yield* call.domain
      const date = new Date(Date.parse(created_on) + 15 * 86_400_000).toISOString().replace(".000Z", "Z")
      assert.deepStrictEqual(verification_required, { claims: ["email"], deadlines: [{ type: "dedelegation", date }] })
      assert.deepStrictEqual(yield* call.domainTags, ["VERIFICATION_REQUIRED"])
      assert.deepStrictEqual(yield* call.contactTags, ["VERIFICATION_REQUIRED"])
      const claims = yield* call("GET", `/v1/contacts/${call.contact_id}/verifications`)
      assert.deepStrictEqual(claims.body.verifications.map(({ claim, state }: any) => [claim, state]), [
        ["EMAIL", "UNVERIFIED"]
      ])
      const [asked, ...others] = (yield* call.events).filter(({ type }) => type === "VERIFICATION")
      assert.isEmpty(others)
      assert.deepInclude(asked.event_data.details, {
        detail_type: "domain_verification",
        verification_claims: ["email"],
        verification_deadlines: [{ type: "dedelegation", date }],
        registrants: [{ contact_id: call.contact_id, name: "Ada Lovelace", email: call.email }]
      })
      yield* days(14)
      assert.notInclude((yield* call.domain).statuses, "clientHold")
      yield* days(3)
      const held = yield* call.domain
      assert.include(held.statuses, "clientHold")
      assert.isNotNull(held.verification_required)

      const refused = yield* call("PATCH", `/v1/domains/${name}`, { status_changes: { remove: ["clientHold"] } })
      assert.deepInclude(refused.body, {
        code: "ERROR_DOMAIN_STATUS_PROHIBITED",
        prohibiting_statuses: ["clientHold"]
      })
      const locked = yield* call("PATCH", `/v1/domains/${name}`, { transfer_lock: true })
      assert.strictEqual(locked.status, 200, JSON.stringify(locked.body))
      assert.sameMembers(locked.body.statuses, ["clientHold", "clientTransferProhibited"])

      assert.strictEqual(mails.messages(call.email).length, 1)
      const token = tokenIn(mails.messages(call.email)[0]?.text ?? "")
      const late = yield* call.confirm(token)
      assert.strictEqual(late.status, 400, "the link has expired")
      yield* call("POST", `/v1/contacts/${call.contact_id}/verification`)
      yield* work
      const confirmed = yield* call.confirm(tokenIn(mails.messages(call.email).at(-1)?.text ?? ""))
      assert.strictEqual(confirmed.status, 200)
      assert.deepStrictEqual(yield* call.contactTags, [])
      yield* minutes
      const free = yield* call.domain
      assert.deepStrictEqual(free.statuses, ["clientTransferProhibited"])
      assert.isNull(free.verification_required)
      assert.deepStrictEqual(yield* call.domainTags, [])
      const events = yield* call.events
      assert.sameMembers(typesOf(events), [
        "REGISTRATION/SUCCESS",
        "VERIFICATION/NOTIFICATION",
        "MODIFICATION/NOTIFICATION",
        "MODIFICATION/SUCCESS",
        "MODIFICATION/NOTIFICATION"
      ])
      const notices = events.filter(({ subtype, type }) => type === "MODIFICATION" && subtype === "NOTIFICATION")
      assert.deepStrictEqual(notices.map(({ event_data }) => event_data.message), [
        `${name} is on hold, because its contacts are not verified`,
        `${name} is no longer on hold, because its contacts are verified`
      ])
      yield* days(20)
      assert.strictEqual(mails.messages(call.email).length, 2)
      assert.lengthOf(yield* call.events, events.length)
    }))

  it.effect("ends without a hold if the link of the mail is used in time", () =>
    Effect.gen(function*() {
      const call = yield* ordered("confirmed-in-time.com")
      yield* TestClock.adjust("1 minute")
      yield* work
      const confirmed = yield* call.confirm(tokenIn(mails.messages(call.email)[0]?.text ?? ""))
      assert.strictEqual(confirmed.status, 200)
      yield* minutes
      assert.isNull((yield* call.domain).verification_required)
      assert.deepStrictEqual(yield* call.domainTags, [])
      yield* days(17)
      assert.notInclude((yield* call.domain).statuses, "clientHold")
      assert.deepStrictEqual(typesOf(yield* call.events), ["REGISTRATION/SUCCESS", "VERIFICATION/NOTIFICATION"])
    }))
})
