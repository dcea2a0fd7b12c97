import { assert, describe, it } from "@effect/vitest"
import { newAction } from "@namewright/conformance"
import { Authenticator } from "@namewright/core/access"
import { Approvals } from "@namewright/core/approvals"
import type { MailLocale } from "@namewright/core/mail"
import { CurrentActor } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import { join } from "node:path"
import { type CDPSession, chromium, type Page } from "playwright-core"
import { chromiumPath as executablePath, requires } from "../../../../test/requires.ts"
import { signInTexts } from "../../src/realm/pages/texts/signInTexts.ts"
import { Program } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

/** Where screenshots are kept for people to look at; nowhere if it is not set. */
const screenshots = process.env["NAMEWRIGHT_SCREENSHOTS"]

const server = RealmServer.layerWith({}, {}, "localhost")

/** A new browser window, and a virtual authenticator in it that verifies its user. */
const windowOf = (locale = "en") =>
  Effect.gen(function*() {
    const browser = yield* Effect.acquireRelease(
      Effect.promise(() => chromium.launch({ executablePath, args: ["--no-sandbox"] })),
      (opened) => Effect.promise(() => opened.close())
    )
    return yield* Effect.promise(async () => {
      const context = await browser.newContext({ locale, viewport: { width: 900, height: 900 } })
      const page = await context.newPage()
      const complaints: Array<string> = []
      page.on("console", (message) => complaints.push(message.text()))
      page.on("pageerror", (error) => complaints.push(error.message))
      const devtools = await context.newCDPSession(page)
      await devtools.send("WebAuthn.enable")
      const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true
        }
      })
      return { authenticatorId, complaints, context, devtools, page }
    })
  })

const headed = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

const pictured = async (page: Page, name: string): Promise<void> => {
  if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true })
}

const signIn = async (page: Page, { password, username }: Person, locale: MailLocale = "en"): Promise<void> => {
  const words = signInTexts[locale]
  await page.getByLabel(words.login).fill(username)
  await page.getByLabel(words.password).fill(password)
  await page.getByRole("button", { name: words.button, exact: true }).click()
}

/** Signs in with the password, and adds a passkey. */
const addPasskey = async (page: Page, issuer: string, person: Person): Promise<void> => {
  await page.goto(`${issuer}/account`)
  await signIn(page, person)
  await headed(page, "Your account")
  await page.locator("#password-for-passkey").fill(person.password)
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await headed(page, "Add a passkey")
  await page.getByLabel("Name of the passkey").fill("Laptop")
  await pictured(page, "passkey-add")
  await page.getByRole("button", { name: "Create the passkey" }).click()
  await headed(page, "Your backup codes")
}

const credentialsIn = (devtools: CDPSession, authenticatorId: string) =>
  devtools.send("WebAuthn.getCredentials", { authenticatorId }).then(({ credentials }) => credentials)

describe("passkeys in Chromium", requires("Chromium"), () => {
  it.live("are created, and sign in as first and as second factor", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      const { authenticatorId, complaints, context, devtools, page } = yield* windowOf()
      yield* Effect.promise(async () => {
        await addPasskey(page, issuer, ada)
        await pictured(page, "passkey-codes")
        const [credential] = await credentialsIn(devtools, authenticatorId)
        assert.deepInclude(credential, { rpId: "localhost", isResidentCredential: true })
        assert.strictEqual(Buffer.from(credential?.userHandle ?? "", "base64").toString(), ada.user.user_id)
        await page.getByRole("link", { name: "I have kept them" }).click()
        await page.getByRole("heading", { name: "Laptop" }).waitFor()
        await pictured(page, "passkey-account")

        // As the only factor; the browser is asked without another click.
        await page.getByRole("button", { name: "Sign out" }).click()
        await page.goto(`${issuer}/account`)
        await pictured(page, "passkey-login")
        await page.getByRole("button", { name: "Sign in with a passkey" }).click()
        await headed(page, "Your account")

        // After the password.
        await page.getByRole("button", { name: "Sign out" }).click()
        await page.goto(`${issuer}/account`)
        await signIn(page, ada)
        await headed(page, "Use your second factor")
        await pictured(page, "passkey-second")
        await page.getByRole("button", { name: "Use your passkey" }).click()
        await headed(page, "Your account")

        // The browser refuses a second passkey on the same device.
        await page.locator("#password-for-passkey").fill(ada.password)
        await page.getByRole("button", { name: "Add a passkey" }).click()
        await page.getByLabel("Name of the passkey").fill("Again")
        await page.getByRole("button", { name: "Create the passkey" }).click()
        await page.getByText("This device has a passkey for your account already.").waitFor()
        await pictured(page, "passkey-again")

        await page.goto(`${issuer}/account`)
        await page.getByText("Remove Laptop").first().click()
        await page.locator("#password-of-passkey-0").fill(ada.password)
        await page.getByRole("button", { name: "Remove Laptop" }).click()
        await page.getByText("The passkey has been removed").waitFor()
        await context.clearCookies()
        await page.goto(`${issuer}/account`)
        await page.getByRole("button", { name: "Sign in with a passkey" }).click()
        await page.getByText("The passkey was not accepted.").waitFor()
        await pictured(page, "passkey-refused")
        assert.deepStrictEqual(complaints.filter((text) => !text.includes("401")), [])
      })
    }).pipe(Effect.scoped, Effect.provide(server)))

  it.live("are refused without user verification, and if the authenticator was copied", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      const { authenticatorId, context, devtools, page } = yield* windowOf()
      yield* Effect.promise(async () => {
        await addPasskey(page, issuer, ada)
        const [copy] = await credentialsIn(devtools, authenticatorId)
        const enter = async () => {
          await context.clearCookies()
          await page.goto(`${issuer}/account`)
          await page.getByRole("button", { name: "Sign in with a passkey" }).click()
        }
        await enter()
        await headed(page, "Your account")
        await enter()
        await headed(page, "Your account")
        await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })
        await enter()
        await page.getByText("Your browser did not use a passkey.").waitFor()
        await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true })
        await page.getByRole("button", { name: "Use your passkey" }).click()
        await headed(page, "Your account")
        // The state of the authenticator before the sign-ins.
        await devtools.send("WebAuthn.clearCredentials", { authenticatorId })
        if (copy === undefined) return assert.fail("no credential")
        await devtools.send("WebAuthn.addCredential", { authenticatorId, credential: copy })
        await enter()
        await page.getByText("The passkey was not accepted.").waitFor()
      })
    }).pipe(Effect.scoped, Effect.provide(server)))

  it.live("sign in to connect a program, and to approve a call that needs a recent sign-in", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const authenticator = yield* Authenticator
      const approvals = yield* Approvals
      const ada = yield* person()
      const { context, page } = yield* windowOf()
      const access_token = yield* Effect.promise(async () => {
        await addPasskey(page, issuer, ada)
        await context.clearCookies()
        const program = await Program.register(issuer)
        const verifier = "v".repeat(64)
        await page.goto(program.authorizationUrl(verifier))
        await page.getByRole("button", { name: "Sign in with a passkey" }).click()
        await headed(page, "Connect Agent under test?")
        // A later page must not meet the error page of an address without a server.
        await page.route((url) => url.href.startsWith(program.redirect_uri), (route) => route.fulfill({ body: "Done" }))
        const redirected = page.waitForRequest((request) => request.url().startsWith(program.redirect_uri))
        await page.getByRole("button", { name: "Connect", exact: true }).click()
        const answer = new URL((await redirected).url()).searchParams
        await page.getByText("Done").waitFor()
        const { body, status } = await program.exchange({ answer, verifier })
        assert.strictEqual(status, 200)
        return String(body.access_token)
      })
      const actor = yield* authenticator.authenticateAgent(Redacted.make(access_token), "127.0.0.1", "mcp")
      const challenge = yield* Effect.provideService(
        approvals.challenge(newAction({ message: "Delete the host ns1.example.com?" }), "token"),
        CurrentActor,
        actor
      )
      yield* Effect.promise(async () => {
        await context.clearCookies()
        await page.goto(`${issuer}/approvals/${challenge.approval_id}`)
        await page.getByRole("button", { name: "Sign in with a passkey" }).click()
        await headed(page, "Approve this?")
        await page.getByRole("button", { name: "Approve" }).click()
        await page.getByText("It has been approved.").waitFor()
      })
    }).pipe(Effect.scoped, Effect.provide(server)))

  it.live("are explained in German", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const ada = yield* person()
      const { authenticatorId, context, devtools, page } = yield* windowOf("de-DE")
      yield* Effect.promise(async () => {
        await page.goto(`${issuer}/account`)
        await signIn(page, ada, "de")
        await page.locator("#password-for-passkey").fill(ada.password)
        await page.getByRole("button", { name: "Passkey hinzufügen" }).click()
        await headed(page, "Passkey hinzufügen")
        await pictured(page, "passkey-add-de")
        await page.getByLabel("Name des Passkeys").fill("Laptop")
        await page.getByRole("button", { name: "Passkey erzeugen" }).click()
        await headed(page, "Ihre Ersatzcodes")
        await pictured(page, "passkey-codes-de")
        await page.goto(`${issuer}/account`)
        await page.getByText("Laptop umbenennen", { exact: true }).click()
        await pictured(page, "passkey-account-de")
        await page.getByLabel("Neuer Name").fill("Telefon")
        await page.getByRole("button", { name: "Laptop umbenennen" }).click()
        await page.getByText("Der Passkey hat seinen neuen Namen.").waitFor()
        await page.getByRole("heading", { name: "Telefon" }).waitFor()
        await context.clearCookies()
        await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })
        await page.goto(`${issuer}/account`)
        await page.getByRole("button", { name: "Mit einem Passkey anmelden" }).click()
        await page.getByText("Ihr Browser hat keinen Passkey verwendet.").waitFor()
        await pictured(page, "passkey-login-de")
      })
    }).pipe(Effect.scoped, Effect.provide(server)))
})
