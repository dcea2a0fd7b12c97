import { assert, describe, it } from "@effect/vitest"
import { DomainStore } from "@namewright/core/domains"
import { Mails } from "@namewright/core/mail"
import { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { ownedByRival, requestAway } from "../../../core/test/domains/DomainsPlatform.ts"
import { installation, sampleMail, shownIn } from "./brandedMail.ts"
import { received, type ResellerPlatform, resellerPlatform, subjectsOf } from "./resellerPlatform.ts"

describe("mails about the expiry of a domain", () => {
  const expiry = /^(Expiry of|Ablauf von)/

  it("are sent to the registrant on the days before it, with the brand and in its language", async () => {
    await using all = await resellerPlatform({ expiryMailDays: [360, 355] })
    const { customer, platform } = all
    const { name } = await platform.create.domain(customer, { renewal_mode: "expire" })
    await platform.clock.advance({ days: 4 })
    assert.deepStrictEqual(await subjectsOf(all, expiry), [])
    await platform.clock.advance({ days: 2 })
    assert.deepStrictEqual(await subjectsOf(all, expiry), [`Ablauf von ${name} am 1. Januar 2031`])
    await platform.clock.advance({ days: 6 })
    const mails = await received(all, expiry)
    assert.lengthOf(mails, 2)
    for (const mail of mails) {
      assert.deepStrictEqual(mail.from, { name: "Nordhost", address: "noreply@mailing.example" })
      assert.match(mail.to?.[0]?.address ?? "", /@example\.org$/)
      assert.include(mail.text, `Das Ablaufdatum Ihrer Domain ${name} ist der 1. Januar 2031.`)
      assert.include(mail.text, "Sie wird nicht automatisch verlängert.")
      assert.notInclude(shownIn(mail), installation.name)
    }
  })
})

describe("mails about transfers", () => {
  const transfer = /^Transfer/

  it("are sent to the registrant when one is requested, and when it is completed, in both directions", async () => {
    await using all = await resellerPlatform()
    const { customer, platform } = all
    const { name: leaving } = await platform.create.domain(customer)
    const auth_code = "Transfer-Code-1"
    await platform.runtime.runPromise(ownedByRival("arriving.com", "verisign", auth_code))
    const { contact_id } = await platform.create.contact(customer, { country: "ES" })
    const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
    await platform.clock.advance({ days: 61 })
    await platform.runtime.runPromise(
      Effect.flatMap(
        DomainStore.use((store) => store.find(DomainName.make(leaving))),
        (found) => requestAway(Option.getOrThrow(found))
      )
    )
    const transferred = { name: "arriving.com", auth_code, renewal_mode: "renew" as const, contacts }
    await platform.as(customer, "admin").domains.transferIn(transferred)
    await platform.clock.advance({ days: 10 })
    const mails = await received(all, transfer)
    assert.sameMembers(mails.map(({ subject }) => subject), [
      `Transfer von ${leaving} beantragt`,
      `Transfer von ${leaving} abgeschlossen`,
      "Transfer of arriving.com requested",
      "Transfer of arriving.com completed"
    ])
    const textOf = (subject: RegExp) => mails.find((mail) => subject.test(mail.subject ?? ""))?.text ?? ""
    const requested = textOf(/beantragt$/)
    assert.include(requested, `Ein anderer Registrar hat den Transfer von ${leaving} beantragt. Datum: 3. März 2030.`)
    assert.include(requested, "Ohne Widerspruch findet der Transfer spätestens am 8. März 2030 statt.")
    assert.include(textOf(/abgeschlossen$/), "wurde zu einem anderen Registrar transferiert")
    assert.include(textOf(/requested$/), "from its present registrar to us was requested")
    for (const { from } of mails) assert.strictEqual(from?.name, "Nordhost")
  })
})

describe("mails about required verifications", () => {
  const required = /^(Verification required|Verifizierung)/

  const unverified = {
    first_name: "Ada",
    last_name: "Lovelace",
    email: "ada@registrant.example",
    phone: "+49.301234567",
    street: "Invalidenstr. 1",
    city: "Berlin",
    postal_code: "10115",
    country: "DE"
  }

  const register = async ({ customer, platform }: ResellerPlatform, name: string) => {
    const caller = platform.as(customer, "admin")
    const { contact_id } = await caller.contacts.create(unverified)
    const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
    await caller.domains.register({ name, period: { unit: "y", value: 1 }, renewal_mode: "renew", contacts })
    await platform.clock.advance({ minutes: 10 })
  }

  it("are sent to the administrators of the organization, or of its parent", async () => {
    await using all = await resellerPlatform()
    const { customer, platform, reseller } = all
    const admin = async (organization: string, email: string, locale: string) => {
      const { users } = platform.as(organization, "admin")
      const { user_id } = await users.create({ username: email, email, first_name: "Eve", last_name: "X", locale })
      await users.assignRole(user_id, { role: "admin" })
    }
    await admin(reseller, "eve@reseller.example", "en")
    await register(all, "first.com")
    await admin(customer, "bob@customer.example", "de")
    await register(all, "second.com")
    const mails = await received(all, required)
    assert.deepStrictEqual(mails.map(({ subject, to }) => [to?.[0]?.address, subject]), [
      ["eve@reseller.example", "Verification required for first.com"],
      ["bob@customer.example", "Verifizierung für second.com erforderlich"]
    ])
    assert.include(mails[0]?.text, "email address of Ada Lovelace (ada@registrant.example)")
    assert.include(mails[0]?.text, "Without it, the domain is removed from the DNS on January 16, 2030.")
    assert.deepStrictEqual(mails[0]?.from, { name: "Nordhost", address: "noreply@mailing.example" })
  })

  it("are at most 50 in 24 hours to one address", async () => {
    await using all = await resellerPlatform()
    const { customer, platform } = all
    await platform.as(customer, "admin").organizations.updateAttributes([
      { key: "verification_notification_email", value: "ada@customer.example" }
    ])
    const earlier = sampleMail("domain_verification_required", customer)
    await platform.runtime.runPromise(
      Mails.use(({ sendAll }) =>
        sendAll(Array.from({ length: 49 }, (_, index) => ({ ...earlier, cause: `test/${index}` })))
      )
    )
    await register(all, "fiftieth.com")
    await register(all, "later.com")
    const subjects = (await received(all, required)).map(({ subject }) => subject)
    assert.lengthOf(subjects, 50)
    assert.include(subjects, "Verification required for fiftieth.com")
    await platform.clock.advance({ days: 1 })
    await register(all, "next-day.com")
    assert.lengthOf(await received(all, required), 51)
  })

  it("are sent to the address of the organization, unless it wants none", async () => {
    await using all = await resellerPlatform()
    const { customer, platform } = all
    const { organizations } = platform.as(customer, "admin")
    await organizations.updateAttributes([{ key: "verification_notification_email", value: "desk@customer.example" }])
    await register(all, "first.com")
    await organizations.updateAttributes([{ key: "verification_notification_enabled", value: false }])
    await register(all, "second.com")
    assert.deepStrictEqual(
      (await received(all, required)).map(({ subject, to }) => [to?.[0]?.address, subject]),
      [["desk@customer.example", "Verification required for first.com"]]
    )
  })
})
