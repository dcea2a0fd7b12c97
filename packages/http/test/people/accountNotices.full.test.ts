import { assert, describe, it } from "@effect/vitest"
import { authenticatorCode as codeOf } from "../realm/authenticatorCode.ts"
import { headingOf } from "../realm/Browser.ts"
import { accountOf, backupCodeOf, creationOf, optionsOf, registered } from "../realm/passkeyPages.ts"
import { TestAuthenticator } from "../realm/TestAuthenticator.ts"
import { type PeopleServer, peopleServer } from "./PeopleServer.ts"

const password = "correct horse battery staple"

const subjectsTo = async (server: PeopleServer, address: string) =>
  (await server.mailsTo(address)).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])

/** A person who can sign in, a minute after the password was set. */
const personAt = async (server: PeopleServer) => {
  const ada = { ...await server.user({ password }), password }
  await server.platform.clock.advance({ minutes: 1 })
  return ada
}

describe("notices of changes of an account arrive by SMTP", () => {
  it("when an authenticator is added, its backup codes are replaced, and it is removed", async () => {
    await using server = await peopleServer({}, {}, "localhost")
    const ada = await personAt(server)
    const { browser, page } = await accountOf(server.issuer, ada)
    const enrolment = await browser.send(page, { password }, { action: "/account/second-factor" })
    assert.deepStrictEqual(await subjectsTo(server, ada.email), [], "nothing has changed yet")
    const codes = await browser.send(enrolment, { code: codeOf(enrolment, 0, server.platform.clock.now().getTime()) })
    assert.strictEqual(headingOf(codes), "Your backup codes")
    assert.deepStrictEqual(await subjectsTo(server, ada.email), ["A second factor was added"])
    const account = await browser.open(`${server.issuer}/account`)
    const code = backupCodeOf(codes)
    const renewed = await browser.send(account, { password, code }, { action: "/backup-codes" })
    assert.strictEqual(headingOf(renewed), "Your backup codes")
    const removal = { password, code: backupCodeOf(renewed) }
    const refused = await browser.send(account, { password, code }, { action: "/second-factor/remove" })
    assert.strictEqual(refused.status, 403)
    await browser.send(account, removal, { action: "/second-factor/remove" })
    assert.deepStrictEqual(await subjectsTo(server, ada.email), [
      "A second factor was added",
      "Your backup codes were replaced",
      "Your second factor was removed"
    ])
    for (const mail of await server.mailsTo(ada.email)) {
      assert.include(mail, ada.username)
      assert.include(mail, `${server.issuer}/password/forgot`)
      assert.notInclude(mail, code)
    }
  })

  it("when a passkey is added and removed, and not when it is renamed or refused", async () => {
    await using server = await peopleServer({}, {}, "localhost")
    const ada = await personAt(server)
    const first = await accountOf(server.issuer, ada)
    const creation = await creationOf(first.browser, first.page, ada)
    const lie = new TestAuthenticator(new URL(server.issuer).origin).create(optionsOf(creation), {
      userVerified: false
    })
    assert.strictEqual((await first.browser.send(creation, { credential: lie })).status, 403)
    assert.deepStrictEqual(await subjectsTo(server, ada.email), [])
    const { browser, done } = await registered(server.issuer, ada)
    assert.deepStrictEqual(await subjectsTo(server, ada.email), ["A passkey was added"])
    const account = await browser.open(`${server.issuer}/account`)
    await browser.send(account, { name: "Phone" }, { action: "/passkeys/rename" })
    assert.include((await browser.open(`${server.issuer}/account`)).text, "<h3>Phone</h3>")
    await browser.send(account, { password, code: backupCodeOf(done) }, { action: "/passkeys/remove" })
    assert.deepStrictEqual(await subjectsTo(server, ada.email), ["A passkey was added", "A passkey was removed"])
  })

  it("in the language of the person", async () => {
    await using server = await peopleServer()
    const ada = await server.user({ password, locale: "de_AT" })
    await server.platform.operator.users.removeSecondFactors(ada.user_id)
    const [mail] = await server.mailsTo(ada.email)
    assert.include(mail, "Ihr zweiter Faktor wurde entfernt")
  })
})
