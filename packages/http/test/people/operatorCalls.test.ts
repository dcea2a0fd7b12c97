import { assert, describe, it } from "@effect/vitest"
import { isPlatformError } from "@namewright/core/embed"
import { headingOf } from "../realm/Browser.ts"
import { signedInAt } from "../realm/Program.ts"
import { linkOf, peopleServer } from "./PeopleServer.ts"

const password = "correct horse battery staple"
const codeOf = (promise: Promise<unknown>) =>
  promise.then(() => undefined, (error: unknown) => isPlatformError(error) ? error.code : error)

const members = (username: string) => ({
  username,
  email: `${username}@example.org`,
  first_name: "Ada",
  last_name: "Lovelace",
  locale: "en"
})

describe("platform.operator.users", () => {
  it("creates, finds and invites users, who set their password by the mail", async () => {
    await using server = await peopleServer()
    const { users } = server.platform.operator
    const { organization_id } = await server.platform.create.organization()
    const grace = await users.create(organization_id, { ...members("grace"), role: "admin" })
    assert.deepStrictEqual([grace.organization_id, grace.role], [organization_id, "admin"])
    for (const login of ["GRACE", "grace@example.org", grace.user_id]) {
      assert.deepStrictEqual(await users.find(login), grace)
    }
    assert.isNull(await users.find("nobody"))
    await users.invite(grace.user_id)
    const [first, second] = (await server.mailsTo(grace.email)).map((mail) => linkOf(mail, "password"))
    assert.strictEqual((await server.browser().open(first ?? "")).status, 404, "the earlier link has ended")
    const browser = server.browser()
    const done = await browser.send(await browser.open(second ?? ""), { password, again: password })
    assert.strictEqual(headingOf(done), "Your password is set")
    assert.strictEqual(await codeOf(users.invite(grace.user_id)), "ERROR_USER_CANNOT_BE_INVITED")
    const again = users.create(organization_id, members("grace"))
    assert.strictEqual(await codeOf(again), "ERROR_USER_EXISTS")
    // A role that does not exist leaves no user behind.
    const wrong = users.create(organization_id, { ...members("joan"), role: "nothing" })
    assert.strictEqual(await codeOf(wrong), "ERROR_ROLE_NOT_FOUND")
    assert.isNull(await users.find("joan"))
  })

  it("transfers the ownership, assigns roles and deletes, and not the owner or the last administrator", async () => {
    await using server = await peopleServer()
    const { users } = server.platform.operator
    const { organization_id } = await server.platform.create.organization()
    const [ada, grace, joan] = [
      await users.create(organization_id, members("ada")),
      await users.create(organization_id, members("grace")),
      await users.create(organization_id, members("joan"))
    ]
    const roles = async () =>
      (await Promise.all([ada, grace, joan].map(({ user_id }) => users.find(user_id)))).map((user) => user?.role)
    await users.makeOwner(ada.user_id)
    assert.deepStrictEqual(await roles(), ["owner", "viewer", "viewer"])
    await users.makeOwner(grace.user_id)
    assert.deepStrictEqual(await roles(), ["admin", "owner", "viewer"])
    assert.deepStrictEqual(await users.assignRole(joan.user_id, { role: "dns_manager" }), { role: "dns_manager" })
    assert.strictEqual(await codeOf(users.remove(grace.user_id)), "ERROR_CANNOT_DELETE_OWNER")
    await users.remove(joan.user_id)
    assert.deepStrictEqual(await roles(), ["admin", "owner", undefined])
  })

  it("signs out in all browsers, and replaces a password and second factors", async () => {
    await using server = await peopleServer()
    const { users } = server.platform.operator
    const ada = await server.user({ password })
    await server.platform.clock.advance({ minutes: 1 })
    const signIn = async (secret: string) => {
      const browser = server.browser()
      const page = await signedInAt(browser, await browser.open(`${server.issuer}/account`), {
        ...ada,
        password: secret
      })
      return { browser, heading: headingOf(page) }
    }
    const state = async ({ browser }: Awaited<ReturnType<typeof signIn>>) =>
      headingOf(await browser.open(`${server.issuer}/account`))
    const [first, second] = [await signIn(password), await signIn(password)]
    assert.deepStrictEqual([await state(first), await state(second)], ["Your account", "Your account"])
    await users.signOut(ada.user_id)
    assert.deepStrictEqual([await state(first), await state(second)], ["Sign in", "Sign in"])

    const third = await signIn(password)
    await server.platform.clock.advance({ minutes: 1 })
    await users.setPassword(ada.user_id, { password: "another fine password" })
    assert.strictEqual(await state(third), "Sign in")
    assert.strictEqual((await signIn(password)).heading, "Sign in")
    assert.strictEqual((await signIn("another fine password")).heading, "Your account")
    const short = users.setPassword(ada.user_id, { password: "short" })
    assert.strictEqual(await codeOf(short), "ERROR_INVALID_INPUT")
    const none = { authenticator: false, passkeys: 0, backup_codes: null }
    assert.deepStrictEqual(await users.secondFactors(ada.user_id), none)
    await users.removeSecondFactors(ada.user_id)
    assert.deepStrictEqual(await users.secondFactors(ada.user_id), none)
  })

  it("refuses users and organizations that do not exist", async () => {
    await using server = await peopleServer()
    const { users } = server.platform.operator
    const ada = await server.user()
    await users.remove(ada.user_id)
    const { user_id } = ada
    const refused = await Promise.all([
      users.invite(user_id),
      users.setPassword(user_id, { password }),
      users.secondFactors(user_id),
      users.removeSecondFactors(user_id),
      users.assignRole(user_id, { role: null }),
      users.makeOwner(user_id),
      users.signOut(user_id),
      users.remove(user_id)
    ].map(codeOf))
    assert.deepStrictEqual([...new Set(refused)], ["ERROR_USER_NOT_FOUND"])
    const elsewhere = ada.organization_id.replace(/.$/, (last) => last === "0" ? "1" : "0")
    assert.strictEqual(await codeOf(users.create(elsewhere, members("eve"))), "ERROR_ORGANIZATION_NOT_FOUND")
  })
})
