import { assert, describe, it } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { UserId, Users } from "@namewright/core/access"
import { isPlatformError } from "@namewright/core/embed"
import { CurrentActor, OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { headingOf } from "../realm/Browser.ts"
import { linkOf, type PeopleServer, peopleServer, type TestUser } from "./PeopleServer.ts"

const password = "correct horse battery staple"
const newEmail = "countess@example.org"

const emailOf = async (server: PeopleServer, { organization_id, user_id }: TestUser) =>
  (await server.platform.as(organization_id, "admin").users.get(user_id)).email

const linkTo = async (server: PeopleServer, address: string) =>
  linkOf((await server.mailsTo(address)).at(-1), "address")

const decide = async (server: PeopleServer, link: string, decision: "confirm" | "cancel") => {
  const browser = server.browser()
  const page = await browser.open(link)
  if (decision === "confirm") return browser.send(page)
  const cancel = { ...page, text: page.text.replace("/address?", "/address/cancel?") }
  return browser.send(cancel)
}

const signedIn = async (server: PeopleServer, { username }: TestUser) => {
  const browser = server.browser()
  await browser.send(await browser.open(`${server.issuer}/account`), { login: username, password })
  return browser
}

/** Asks for the new address on the account page. */
const asked = async (server: PeopleServer, ada: TestUser, email = newEmail) => {
  const browser = await signedIn(server, ada)
  const page = await browser.open(`${server.issuer}/account/email`)
  return browser.send(page, { email }, { action: "/account/email" })
}

describe("changes of an address", () => {
  it("by the person wait until the old and the new address have confirmed", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    assert.include((await asked(server, ada)).text, "Two mails are on their way.")
    const [old, next] = [await linkTo(server, ada.email), await linkTo(server, newEmail)]
    assert.notStrictEqual(old, next)
    assert.strictEqual(headingOf(await server.browser().open(next)), "Change of the email address")
    assert.strictEqual(await emailOf(server, ada), ada.email)
    assert.strictEqual(headingOf(await decide(server, next, "confirm")), "Confirmed")
    assert.strictEqual(await emailOf(server, ada), ada.email, "one address is not enough")
    assert.strictEqual(headingOf(await decide(server, old, "confirm")), "The address is changed")
    assert.strictEqual(await emailOf(server, ada), newEmail)
    for (const link of [old, next]) assert.strictEqual((await server.browser().open(link)).status, 404)
    assert.include((await server.mailsTo(ada.email)).at(-1), "Subject: Your address was changed")
    const browser = server.browser()
    const login = await browser.open(`${server.issuer}/account`)
    assert.strictEqual(headingOf(await browser.send(login, { login: newEmail, password })), "Your account")
  })

  it("are canceled by the old address, also after the new one has confirmed", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await asked(server, ada)
    const [old, next] = [await linkTo(server, ada.email), await linkTo(server, newEmail)]
    await decide(server, next, "confirm")
    assert.strictEqual(headingOf(await decide(server, old, "cancel")), "The change is canceled")
    for (const link of [old, next]) assert.strictEqual((await server.browser().open(link)).status, 404)
    assert.strictEqual(await emailOf(server, ada), ada.email)
  })

  it("are asked for five times a day, for whatever new addresses", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    for (let count = 1; count <= 5; count++) {
      assert.include((await asked(server, ada, `new-${count}@example.org`)).text, "Two mails are on their way.")
    }
    assert.notInclude((await asked(server, ada, "new-6@example.org")).text, "Two mails are on their way.")
    assert.deepStrictEqual(await server.mailsTo("new-6@example.org"), [])
  })

  it("of the owner by an administrator need both addresses", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await server.platform.operator.users.makeOwner(ada.user_id)
    const update = Users.use((users) => users.update(UserId.make(ada.user_id), { email: newEmail }))
    const admin = administrator(OrganizationId.make(ada.organization_id))
    await server.platform.runtime.runPromise(Effect.provideService(update, CurrentActor, admin))
    const [old, next] = [await linkTo(server, ada.email), await linkTo(server, newEmail)]
    assert.strictEqual(headingOf(await decide(server, next, "confirm")), "Confirmed")
    assert.strictEqual(await emailOf(server, ada), ada.email)
    assert.strictEqual(headingOf(await decide(server, old, "confirm")), "The address is changed")
    assert.strictEqual(await emailOf(server, ada), newEmail)
  })

  it("by an administrator need the new address only, and the old one can cancel", async () => {
    await using server = await peopleServer()
    const [ada, grace] = [await server.user({ password }), await server.user({ password })]
    const change = ({ organization_id, user_id }: TestUser, email: string) =>
      server.platform.as(organization_id, "admin").users.update(user_id, { email, last_name: "King" })
    const changed = await change(ada, newEmail)
    assert.deepStrictEqual([changed.email, changed.last_name], [ada.email, "King"])
    assert.strictEqual(
      headingOf(await decide(server, await linkTo(server, newEmail), "confirm")),
      "The address is changed"
    )
    assert.strictEqual(await emailOf(server, ada), newEmail)

    await change(grace, "hopper@example.org")
    const old = await linkTo(server, grace.email)
    assert.strictEqual(headingOf(await decide(server, old, "cancel")), "The change is canceled")
    assert.strictEqual((await server.browser().open(await linkTo(server, "hopper@example.org"))).status, 404)
    assert.strictEqual(await emailOf(server, grace), grace.email)
  })

  it("end after two days, with a newer change, and with a new password", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await asked(server, ada)
    const first = await linkTo(server, newEmail)
    await asked(server, ada, "second@example.org")
    assert.strictEqual((await server.browser().open(first)).status, 404)
    const second = await linkTo(server, "second@example.org")
    assert.strictEqual((await server.browser().open(second)).status, 200)
    await server.platform.clock.advance({ days: 2 })
    assert.strictEqual((await server.browser().open(second)).status, 404)

    await asked(server, ada, "third@example.org")
    const third = await linkTo(server, "third@example.org")
    const browser = await signedIn(server, ada)
    const account = await browser.open(`${server.issuer}/account`)
    await browser.send(account, { current: password, next: "another fine password" }, { action: "/account/password" })
    assert.strictEqual((await server.browser().open(third)).status, 404)
  })

  it("to an address of another user fail: at once over the interface, and at the confirmation for the person", async () => {
    await using server = await peopleServer()
    const [ada, grace] = [await server.user({ password }), await server.user({ password })]
    const error = await server.platform.as(ada.organization_id, "admin").users.update(ada.user_id, {
      email: grace.email
    })
      .then(() => undefined, (failure: unknown) => failure)
    assert.isTrue(isPlatformError(error, "ERROR_USER_EXISTS"))
    assert.include((await asked(server, ada, grace.email)).text, "Two mails are on their way.", "existence is not told")
    await decide(server, await linkTo(server, ada.email), "confirm")
    const taken = await decide(server, await linkTo(server, grace.email), "confirm")
    assert.deepStrictEqual([taken.status, headingOf(taken)], [409, "The address cannot be changed"])
    assert.strictEqual(await emailOf(server, ada), ada.email)
  })

  it("are refused by forms of other browsers, need a recent sign-in, and are canceled on the account page", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password })
    await asked(server, ada)
    const next = await linkTo(server, newEmail)
    const page = await server.browser().open(next)
    assert.strictEqual((await server.browser().send(page)).status, 403)
    const browser = await signedIn(server, ada)
    const form = await browser.open(`${server.issuer}/account/email`)
    assert.include(form.text, `The change to ${newEmail} waits`)
    const canceled = await browser.send(form, {}, { action: "/account/email/cancel" })
    assert.include(canceled.text, "The change is canceled.")
    assert.strictEqual((await server.browser().open(next)).status, 404)
    await server.platform.clock.advance({ minutes: 16 })
    assert.strictEqual(headingOf(await browser.open(`${server.issuer}/account/email`)), "Sign in")
  })
})
