import { assert, describe, it } from "@effect/vitest"
import { UserOperations } from "@namewright/core/access"
import { isPlatformError } from "@namewright/core/embed"
import { Effect, Option, Redacted } from "effect"
import { headingOf } from "../realm/Browser.ts"
import { Program, signedInAt } from "../realm/Program.ts"
import { linkOf, peopleServer } from "./PeopleServer.ts"

const password = "correct horse battery staple"
const refusedWith = (code: Parameters<typeof isPlatformError>[1]) => (error: unknown) => isPlatformError(error, code)
const refused = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error)

describe("invitations", () => {
  it("of a user created without a password arrive by SMTP, and set the password once", async () => {
    await using server = await peopleServer()
    const ada = await server.user()
    const [mail, second] = await server.mailsTo(ada.email)
    assert.isUndefined(second)
    assert.include(mail, "Subject: Your account at ")
    assert.include(mail, `the username ${ada.username}`)
    const link = linkOf(mail, "password")
    assert.match(link, new RegExp(`^${server.issuer}/password\\?token=[\\w-]{43}$`))

    const browser = server.browser()
    const page = await browser.open(link)
    assert.strictEqual(headingOf(page), "Choose a password")
    assert.include(page.text, ada.username)
    assert.strictEqual(headingOf(await server.browser().open(link)), "Choose a password", "opening changes nothing")
    const different = await browser.send(page, { password, again: `${password}.` })
    assert.deepStrictEqual([different.status, different.text.includes("are different")], [422, true])
    const short = await browser.send(different, { password: "short", again: "short" })
    assert.deepStrictEqual([short.status, short.text.includes("at least 12 characters")], [422, true])
    const done = await browser.send(short, { password, again: password })
    assert.deepStrictEqual([done.status, headingOf(done)], [200, "Your password is set"])
    const sent = await browser.send(page, { password: "another fine password", again: "another fine password" })
    assert.strictEqual(sent.status, 404)
    const account = await browser.open(`${server.issuer}/account`)
    assert.strictEqual(headingOf(account), "Sign in", "the link signs nobody in")
    const signedIn = await browser.send(account, { login: ada.username, password })
    assert.strictEqual(headingOf(signedIn), "Your account")

    const again = await browser.open(link)
    assert.deepStrictEqual([again.status, headingOf(again)], [404, "This link does not work any more"])
  })

  it("are in the language of the user, and the page in that of the browser", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ locale: "de_DE" })
    const [mail] = await server.mailsTo(ada.email)
    assert.include(mail, "Passwort wählen")
    const page = await server.browser().open(linkOf(mail, "password"), { headers: { "accept-language": "de" } })
    assert.strictEqual(headingOf(page), "Wählen Sie ein Passwort")
    assert.include(page.text, "<html lang=\"de\">")
    assert.strictEqual(page.headers.get("content-language"), "de")
  })

  it("go to the users of a new organization without a password, the owner first", async () => {
    await using server = await peopleServer()
    const { organization_id } = await server.platform.create.organization()
    const person = (username: string, given = {}) => ({
      username,
      email: `${username}@example.org`,
      first_name: "Grace",
      last_name: "Hopper",
      locale: "en",
      ...given
    })
    const { users } = await server.platform.as(organization_id, "admin").organizations.create({
      name: "Sub",
      users: [person("grace"), person("joan"), person("jean", { password })]
    })
    assert.deepStrictEqual(users.map(({ role }) => role), ["owner", "admin", "admin"])
    for (const { email, username } of users) {
      const mails = await server.mailsTo(email)
      assert.lengthOf(mails, username === "jean" ? 0 : 1, username)
    }
    const [mail] = await server.mailsTo("grace@example.org")
    assert.include(mail, "Subject: Your account at Sub")
    assert.strictEqual(headingOf(await server.browser().open(linkOf(mail, "password"))), "Choose a password")
  })

  it("are sent again at most five times in a day, and end the earlier link", async () => {
    await using server = await peopleServer()
    const ada = await server.user()
    const caller = server.platform.as(ada.organization_id, "admin")
    for (let sent = 1; sent < 5; sent++) await caller.users.invite(ada.user_id)
    const limited = await refused(caller.users.invite(ada.user_id))
    assert.isTrue(refusedWith("ERROR_RATE_LIMITED")(limited))
    const mails = await server.mailsTo(ada.email)
    assert.lengthOf(mails, 5)
    const states = await Promise.all(
      mails.map(async (mail) => (await server.browser().open(linkOf(mail, "password"))).status)
    )
    assert.deepStrictEqual(states.toSorted(), [200, 404, 404, 404, 404])
    await server.platform.clock.advance({ days: 1 })
    await caller.users.invite(ada.user_id)
    assert.lengthOf(await server.mailsTo(ada.email), 6)
  })

  it("expire after seven days", async () => {
    await using server = await peopleServer()
    const ada = await server.user()
    const link = linkOf((await server.mailsTo(ada.email))[0], "password")
    await server.platform.clock.advance({ days: 6, hours: 23 })
    assert.strictEqual((await server.browser().open(link)).status, 200)
    await server.platform.clock.advance({ hours: 1 })
    assert.strictEqual((await server.browser().open(link)).status, 404)
  })

  it("end when the user gets a password or another address, or is deleted", async () => {
    await using server = await peopleServer()
    const invited = async () => {
      const user = await server.user()
      return { user, link: linkOf((await server.mailsTo(user.email))[0], "password") }
    }
    const [changed, moved, deleted] = [await invited(), await invited(), await invited()]
    await server.platform.runtime.runPromise(
      UserOperations.use((operations) =>
        Effect.flatMap(
          operations.find(changed.user.username),
          (found) => operations.setPassword(Option.getOrThrow(found), Redacted.make(password))
        )
      )
    )
    const calls = (organization_id: string) => server.platform.as(organization_id, "admin").users
    await calls(moved.user.organization_id).update(moved.user.user_id, { email: "moved@example.org" })
    await calls(deleted.user.organization_id).remove(deleted.user.user_id)
    for (const { link } of [changed, moved, deleted]) {
      assert.strictEqual((await server.browser().open(link)).status, 404)
    }
    const { organization_id, user_id } = changed.user
    const error = await refused(calls(organization_id).invite(user_id))
    assert.isTrue(refusedWith("ERROR_USER_CANNOT_BE_INVITED")(error))
  })

  it("do not work at an address that the organization does not accept", async () => {
    await using server = await peopleServer()
    const ada = await server.user()
    const link = linkOf((await server.mailsTo(ada.email))[0], "password")
    const caller = server.platform.as(ada.organization_id, "admin")
    await caller.ipRestrictions.create({ ip_network: "192.0.2.0/24" }, { force: true })
    assert.strictEqual((await server.browser().open(link)).status, 404)
  })

  it("are not sent where people set no passwords", async () => {
    await using server = await peopleServer({ signInPages: undefined })
    const ada = await server.user()
    assert.lengthOf(await server.mailsTo(ada.email), 0)
    const error = await refused(server.platform.as(ada.organization_id, "admin").users.invite(ada.user_id))
    assert.isTrue(refusedWith("ERROR_USER_CANNOT_BE_INVITED")(error))
  })

  it("sign a program's person in after the password is set", async () => {
    await using server = await peopleServer()
    const ada = await server.user()
    const browser = server.browser()
    const page = await browser.open(linkOf((await server.mailsTo(ada.email))[0], "password"))
    await browser.send(page, { password, again: password })
    const program = await Program.register(server.issuer)
    const consent = await signedInAt(browser, await browser.open(program.authorizationUrl("v".repeat(64))), {
      ...ada,
      password
    })
    assert.strictEqual(headingOf(consent), "Connect Agent under test?")
  })
})
