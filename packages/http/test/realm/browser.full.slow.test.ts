import { assert, describe, it } from "@effect/vitest"
import { Authenticator } from "@namewright/core/access"
import { ActionHash, Approvals } from "@namewright/core/approvals"
import { CurrentActor } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import { createServer } from "node:http"
import { chromium, type Page } from "playwright-core"
import { chromiumPath as executablePath, requires } from "../../../../test/requires.ts"
import { posted, Program } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

const verifier = "v".repeat(64)

/** What a browser complains of: blocked styles, blocked forms, scripts that it did not run. */
const complaintsOf = (page: Page): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("console", (message) => complaints.push(message.text()))
  page.on("pageerror", (error) => complaints.push(error.message))
  return complaints
}

/** A page of a new browser window, with scripts or without. */
const windowOf = (javaScriptEnabled: boolean) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => chromium.launch({ executablePath, args: ["--no-sandbox"] })),
      (browser) => Effect.promise(() => browser.close())
    ),
    (browser) => () => browser.newContext({ javaScriptEnabled }).then((context) => context.newPage())
  )

/** Where a program waits on this computer for its answer. */
const callback = Effect.gen(function*() {
  const answers: Array<URLSearchParams> = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1")
    if (url.pathname === "/callback") answers.push(url.searchParams)
    response.setHeader("content-type", "text/html").end("<!DOCTYPE html><title>Done</title><h1>Done</h1>")
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
    () => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return { answers, redirect_uri: `http://127.0.0.1:${port}/callback` }
})

/** Signs in by keyboard alone. */
const signIn = async (page: Page, { password, username }: Person): Promise<void> => {
  await headed(page, "Sign in")
  await page.locator("#login:focus").waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press("Tab")
  await page.locator("#password:focus").waitFor()
  await page.keyboard.type(password)
  await page.keyboard.press("Enter")
}

/** Waits for the page of this heading. */
const headed = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

describe("in a real browser", requires("Chromium"), () => {
  for (const scripts of [true, false]) {
    const where = scripts ? "with scripts" : "without scripts"

    it.live(`connects a program, ${where}`, () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const ada = yield* person()
        const { answers, redirect_uri } = yield* callback
        const open = yield* windowOf(scripts)
        yield* Effect.promise(async () => {
          const program = await Program.register(issuer, { redirect_uris: [redirect_uri] })
          const page = await open()
          const complaints = complaintsOf(page)
          await page.goto(program.authorizationUrl(verifier))
          const background = await page.locator("button").first().evaluate((it) => getComputedStyle(it).backgroundColor)
          assert.notInclude(["rgb(239, 239, 239)", "rgba(0, 0, 0, 0)"], background, "the stylesheet is there")
          await signIn(page, ada)
          await headed(page, "Connect Agent under test?")
          await page.getByRole("button", { name: "Connect", exact: true }).click()
          await headed(page, "Done")
          assert.deepStrictEqual(complaints, [])
          const [answer = new URLSearchParams()] = answers
          const { body, status } = await program.exchange({ answer, verifier })
          assert.strictEqual(status, 200)

          await page.goto(`${issuer}/account`)
          await headed(page, "Your account")
          await page.getByRole("button", { name: "Disconnect Agent under test" }).click()
          await page.getByText("The program can no longer act for you.").waitFor()
          assert.strictEqual((await program.refresh(body.refresh_token)).status, 400)
          assert.deepStrictEqual(complaints, [])
        })
      }).pipe(Effect.scoped, Effect.provide(RealmServer.layer)))

    it.live(`connects a device, and declines another, ${where}`, () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const ada = yield* person()
        const open = yield* windowOf(scripts)
        yield* Effect.promise(async () => {
          const grant_type = "urn:ietf:params:oauth:grant-type:device_code"
          const program = await Program.register(issuer, { grant_types: [grant_type], redirect_uris: [] })
          const begin = () =>
            posted(`${issuer}/protocol/openid-connect/auth/device`, { client_id: program.client_id })
              .then(({ body }) => body)
          const page = await open()
          const complaints = complaintsOf(page)
          const device = await begin()
          await page.goto(device.verification_uri)
          await page.getByLabel("Code on your device").fill(device.user_code)
          await page.getByRole("button", { name: "Continue" }).click()
          await page.getByText(device.user_code, { exact: true }).waitFor()
          await page.getByRole("button", { name: "Yes, it is mine" }).click()
          await signIn(page, ada)
          await page.getByRole("button", { name: "Connect", exact: true }).click()
          await headed(page, "Connected")
          const { status } = await program.token({ grant_type, device_code: device.device_code })
          assert.strictEqual(status, 200)

          const second = await begin()
          await page.goto(second.verification_uri_complete)
          await page.getByRole("button", { name: "Continue" }).click()
          await page.getByRole("button", { name: "No" }).click()
          await page.getByText("You have not connected the device.").waitFor()
          const refused = await program.token({ grant_type, device_code: second.device_code })
          assert.strictEqual(refused.body.error, "access_denied")
          assert.deepStrictEqual(complaints, [])
        })
      }).pipe(Effect.scoped, Effect.provide(RealmServer.layer)))

    it.live(`approves what an agent asks for, ${where}`, () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const authenticator = yield* Authenticator
        const approvals = yield* Approvals
        const ada = yield* person()
        const program = yield* Effect.promise(() => Program.register(issuer))
        const { access_token } = yield* Effect.promise(() => program.connect(ada))
        const actor = yield* authenticator.authenticateAgent(Redacted.make(access_token), "127.0.0.1", "mcp")
        const challenge = yield* Effect.provideService(
          approvals.challenge({
            operation_id: "deleteHost",
            action_hash: ActionHash.make("0".repeat(64)),
            safety: { read: false, write: true, cost: false, destructive: true, access: false },
            risky: true,
            rights: ["hosts:manage"],
            message: "Delete the host ns1.example.com?",
            cost: null,
            changes: [],
            summary: [],
            contents: []
          }, "token"),
          CurrentActor,
          actor
        )
        const open = yield* windowOf(scripts)
        yield* Effect.promise(async () => {
          const page = await open()
          const complaints = complaintsOf(page)
          await page.goto(`${issuer}/approvals/${challenge.approval_id}`)
          await signIn(page, ada)
          await headed(page, "Approve this?")
          await page.getByText("Delete the host ns1.example.com?").waitFor()
          await page.getByLabel("Note").fill("It is not used any more")
          await page.getByRole("button", { name: "Approve" }).click()
          await page.getByText("It has been approved.").waitFor()
          await page.getByRole("button", { name: "Sign out" }).click()
          await headed(page, "Signed out")
          assert.deepStrictEqual(complaints, [])
        })
        const directly = yield* authenticator.authenticateUser(ada.user.user_id, "127.0.0.1")
        const decided = yield* Effect.provideService(approvals.get(challenge.approval_id), CurrentActor, directly)
        assert.deepInclude(decided, { decision: "approved", note: "It is not used any more" })
      }).pipe(Effect.scoped, Effect.provide(RealmServer.layer)))
  }

  it.live("is not shown in a frame of another page", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      const open = yield* windowOf(true)
      yield* Effect.promise(async () => {
        const page = await open()
        const refused = page.waitForEvent("console", { predicate: (it) => it.text().includes("frame-ancestors") })
        await page.setContent(`<iframe src="${issuer}/login"></iframe>`)
        await refused
        assert.strictEqual(await page.frames().at(-1)?.getByLabel("Password").count(), 0)
      })
    }).pipe(Effect.scoped, Effect.provide(RealmServer.layer)))
})
