import { assert, describe, it } from "@effect/vitest"
import { newAction } from "@namewright/conformance"
import { Authenticator } from "@namewright/core/access"
import { type Action, Approvals } from "@namewright/core/approvals"
import { type MailLocale, mailLocales } from "@namewright/core/mail"
import { ProgramUses } from "@namewright/core/realm"
import { CurrentActor, Money } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import { join } from "node:path"
import { chromium, type Page } from "playwright-core"
import { chromiumPath as executablePath, requires } from "../../../../test/requires.ts"
import { accountTexts } from "../../src/realm/pages/texts/accountTexts.ts"
import { approvalTexts } from "../../src/realm/pages/texts/approvalTexts.ts"
import { consentTexts } from "../../src/realm/pages/texts/consentTexts.ts"
import { signInTexts } from "../../src/realm/pages/texts/signInTexts.ts"
import { Program } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

/** Where screenshots are kept for people to look at; nowhere if it is not set. */
const screenshots = process.env["NAMEWRIGHT_SCREENSHOTS"]

const widths = [1440, 390] as const

const windowOf = (width: number, locale: MailLocale) =>
  Effect.gen(function*() {
    const browser = yield* Effect.acquireRelease(
      Effect.promise(() => chromium.launch({ executablePath, args: ["--no-sandbox"] })),
      (opened) => Effect.promise(() => opened.close())
    )
    return yield* Effect.promise(() => browser.newPage({ viewport: { width, height: 900 }, locale }))
  })

const signIn = async (page: Page, locale: MailLocale, { password, username }: Person): Promise<void> => {
  const words = signInTexts[locale]
  await page.getByLabel(words.login).fill(username)
  await page.getByLabel(words.password).fill(password)
  await page.getByRole("button", { name: words.button, exact: true }).click()
}

/** Looks at a page as a person does: nothing exceeds its edge, and no plain word is broken. */
const looksRight = async (page: Page, name: string): Promise<void> => {
  const found = await page.evaluate(() => {
    const linesOf = (element: Element, text: string) => {
      const range = document.createRange()
      const node = [...element.childNodes].find((child) => child.textContent?.includes(text))
      if (node === undefined || node.nodeType !== Node.TEXT_NODE) return 1
      const start = (node.textContent ?? "").indexOf(text)
      range.setStart(node, start)
      range.setEnd(node, start + text.length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    const broken = [...document.querySelectorAll("h1, h2, h3, th, dt, dd, button, label, .line")].flatMap((element) =>
      element.getClientRects().length === 0
        ? []
        : (element.textContent ?? "").split(/\s+/).filter((word) =>
          /^\p{L}{1,20}$/u.test(word) && linesOf(element, word) > 1
        )
    )
    const { clientWidth, scrollWidth } = document.documentElement
    return { broken, clientWidth, scrollWidth }
  })
  const width = page.viewportSize()?.width ?? 0
  if (screenshots !== undefined) {
    const language = await page.locator("html").getAttribute("lang")
    await page.screenshot({ path: join(screenshots, `${name}-${width}-${language}.png`), fullPage: true })
  }
  assert.deepStrictEqual(found.broken, [], `${name} at ${width} breaks words`)
  assert.isAtMost(found.scrollWidth, found.clientWidth, `${name} at ${width} is wider than its window`)
}

const long = "nameservers-of-the-whole-portfolio.example.net"

const action = newAction({
  operation_id: "patchZoneRrsets",
  safety: { read: false, write: true, cost: true, destructive: true, access: false },
  message: "Change the RRsets of a zone (patchZoneRrsets)\nPATCH /v1/dns/example.com/rrsets",
  cost: { amount: Money.MinorUnits.make(1250), currency: "EUR" },
  changes: [
    { field: "renewal_mode", before: "renew", after: "expire" },
    {
      field: "nameservers",
      before: [{ hostname: `ns1.${long}` }],
      after: [{ hostname: `ns1.${long}${"x".repeat(80)}` }]
    }
  ],
  summary: [
    "PATCH /v1/dns/example.com/rrsets",
    "About: name \"example.com.\", status \"active\"",
    "Sends ops: 120 (upsert A 100, remove TXT 20) for \"www\", \"mail\", \"login\" and 117 more"
  ],
  contents: Array.from(
    { length: 120 },
    (_, at) =>
      `Sends ops[${at}]: {"op":"upsert","rrset":{"name":"h${at}","type":"A","ttl":300,"records":[{"rdata":"192.0.2.${at}"}]}}`
  )
})

const asked = Effect.fnUntraced(function*(person: Person, program: Program, members: Partial<Action>) {
  const authenticator = yield* Authenticator
  const approvals = yield* Approvals
  const uses = yield* ProgramUses
  const { access_token } = yield* Effect.promise(() => program.connect(person))
  const actor = yield* authenticator.authenticateAgent(Redacted.make(access_token), "127.0.0.1", "mcp")
  yield* uses.record(actor, "2001:db8:85a3::8a2e:370:7334")
  const asking = approvals.challenge({ ...action, ...members }, "token")
  return (yield* Effect.provideService(asking, CurrentActor, actor)).approval_id
})

describe("the pages of the realm on a screen", requires("Chromium"), () => {
  for (const [width, locale] of widths.flatMap((width) => mailLocales.map((locale) => [width, locale] as const))) {
    it.live(`look right at a width of ${width} in ${locale}`, () =>
      Effect.gen(function*() {
        const { issuer, person } = yield* RealmServer
        const ada = yield* person({ first_name: "Augusta Ada" })
        const register = (client_name: string, uri: string) =>
          Effect.promise(() => Program.register(issuer, { client_name, redirect_uris: [uri] }))
        const editor = yield* register("Helpful domain assistant", "http://127.0.0.1:8976/callback")
        const other = yield* register("Helpful domain assistant", "https://agents.example.net/oauth/callback")
        const destructive = yield* asked(ada, editor, {})
        const plain = yield* asked(ada, other, {
          safety: { read: false, write: true, cost: false, destructive: false, access: false },
          cost: null,
          contents: []
        })
        const words = approvalTexts[locale]
        const { enrolment, secondFactor } = accountTexts[locale]
        const page = yield* windowOf(width, locale)
        yield* Effect.promise(async () => {
          const complaints: Array<string> = []
          page.on("console", (message) => complaints.push(message.text()))
          await page.goto(`${issuer}/approvals/${destructive}`)
          await looksRight(page, "sign-in")
          await signIn(page, locale, ada)
          await page.getByRole("heading", { name: words.title }).waitFor()
          await looksRight(page, "approval-destructive")
          await page.getByText(words.everything(120)).click()
          await page.getByText("Sends ops[119]").waitFor()
          await looksRight(page, "approval-destructive-open")
          await page.goto(`${issuer}/approvals/${plain}`)
          await looksRight(page, "approval-plain")
          await page.getByRole("button", { name: words.approve(undefined, []) }).click()
          await page.getByText(words.approved).waitFor()
          await looksRight(page, "approval-approved")

          const third = await Program.register(issuer, { client_name: "Another assistant with a longer name" })
          await page.goto(third.authorizationUrl("v".repeat(64)))
          await page.getByRole("button", { name: consentTexts[locale].allow, exact: true }).waitFor()
          await looksRight(page, "consent")

          await page.goto(`${issuer}/account`)
          await looksRight(page, "account")
          await page.locator("#password-to-add").fill(ada.password)
          await page.getByRole("button", { name: secondFactor.add }).click()
          await page.getByRole("img", { name: enrolment.image }).waitFor()
          await looksRight(page, "totp")
          const drawn = await page.locator(".qr svg").boundingBox()
          assert.isAtLeast(drawn?.width ?? 0, 200)
          for (const name of ["device", "account/sessions", "account/email", "signed-out"]) {
            await page.goto(`${issuer}/${name}`)
            await looksRight(page, name.replace("/", "-"))
          }
          assert.deepStrictEqual(complaints, [])
        })
      }).pipe(Effect.scoped, Effect.provide(RealmServer.layer)))
  }
})
