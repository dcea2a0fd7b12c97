import { assert, describe, it } from "@effect/vitest"
import {
  checkedSender,
  dmarcNames,
  hasDkimKey,
  hasDmarcPolicy,
  includesSpf,
  senderDomain,
  SenderRecordPurpose,
  type StoredSender
} from "@namewright/core/branding"
import { newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Schema } from "effect"

describe("records of a sender", () => {
  it("are of the domain of its address in ASCII", () => {
    assert.strictEqual(senderDomain("Ada@Nordhost.example"), "nordhost.example")
    assert.strictEqual(senderDomain("ada@grüße.example"), "xn--gre-6ka8l.example")
  })

  it("contain the public key, whatever the order and the space of its tags", () => {
    for (const text of ["v=DKIM1; k=rsa; p=MIIB", "p=MII B;k=rsa", "v=DKIM1;p=MIIB;t=s"]) {
      assert.isTrue(hasDkimKey([text], "MIIB"), text)
    }
    const wrong = [[], ["v=DKIM1; p="], ["v=DKIM1; k=ed25519; p=MIIB"], ["v=DKIM1; p=MIIC"], ["p=MIIB", "p=MIIB"], [
      "x"
    ]]
    for (const texts of wrong) assert.isFalse(hasDkimKey(texts, "MIIB"), texts.join())
  })

  it("include the servers of the installation before `all`, in the only SPF record", () => {
    const include = (...texts: ReadonlyArray<string>) => includesSpf(texts, "_spf.mailing.example")
    assert.isTrue(include("v=spf1 include:_spf.mailing.example ~all"))
    assert.isTrue(include("other", "V=SPF1 mx  +include:_SPF.mailing.example -all"))
    assert.isTrue(include("v=spf1 include:_spf.mailing.example"))
    assert.isFalse(include())
    assert.isFalse(include("v=spf1 -all include:_spf.mailing.example"))
    assert.isFalse(include("v=spf1 -include:_spf.mailing.example ~all"))
    assert.isFalse(include("v=spf1 include:x_spf.mailing.example ~all"))
    assert.isFalse(include("v=spf10 include:_spf.mailing.example ~all"))
    assert.isFalse(include("v=spf1 include:_spf.mailing.example", "v=spf1 mx"))
  })

  it("have a DMARC policy, at the domain or above it", () => {
    assert.deepStrictEqual(dmarcNames("a.b.example"), ["_dmarc.a.b.example", "_dmarc.b.example"])
    assert.deepStrictEqual(dmarcNames("b.example"), ["_dmarc.b.example"])
    for (const policy of ["none", "quarantine", "REJECT"]) assert.isTrue(hasDmarcPolicy([`v=DMARC1; p=${policy}`]))
    for (const text of ["v=DMARC1", "v=DMARC1; sp=none", "v=DMARC1; p=nothing", "v=DMARC12; p=none", "p=none"]) {
      assert.isFalse(hasDmarcPolicy([text]), text)
    }
    assert.isFalse(hasDmarcPolicy(["v=DMARC1; p=none", "v=DMARC1; p=none"]))
  })

  it.effect.prop(
    "verify a sender only while all of them are found",
    { checks: Schema.Array(Schema.UniqueArray(SenderRecordPurpose)) },
    ({ checks }) =>
      Effect.gen(function*() {
        const start = DateTime.makeUnsafe("2030-01-01T00:00:00Z")
        let sender: StoredSender = {
          organization_id: yield* newOrganizationId,
          address: "mails@nordhost.example",
          selector: "m1",
          private_key: "plain.key",
          public_key: "MIIB",
          status: "pending",
          found: [],
          checked_on: null,
          verified_on: null,
          due_on: start,
          version: 1
        }
        let wasVerified = false
        for (const [day, found] of checks.entries()) {
          const now = DateTime.add(start, { days: day })
          sender = checkedSender(sender, found, now)
          const isComplete = found.length === 3
          wasVerified ||= isComplete
          assert.strictEqual(sender.status, isComplete ? "verified" : wasVerified ? "failed" : "pending")
          assert.strictEqual(sender.verified_on !== null, wasVerified)
          assert.deepStrictEqual([sender.checked_on, sender.due_on], [now, DateTime.add(now, { hours: 24 })])
        }
      })
  )
})
