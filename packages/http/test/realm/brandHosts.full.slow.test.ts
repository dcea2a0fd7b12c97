import { assert, describe, it } from "@effect/vitest"
import { asSystem } from "@namewright/core/access"
import { BrandingAssets } from "@namewright/core/branding"
import { Effect } from "effect"
import { join } from "node:path"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { chromiumPath as executablePath, requires } from "../../../../test/requires.ts"
import { newOrganization } from "../support/newOrganization.ts"
import { brandServer, newBrand } from "./BrandServer.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

const brandOf = (name: string, primary: string) => ({
  brand: { name },
  theme: { light: { primary, primary_foreground: "#ffffff" } }
})

/** Where screenshots are kept for people to look at; nowhere if it is not set. */
const screenshots = process.env["NAMEWRIGHT_SCREENSHOTS"]

const logoOf = (color: string, shape: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="48" viewBox="0 0 240 48"><g fill="${color}">${shape}</g></svg>`

const legal = (name: string) => ({
  support: { url: `https://help.${name.toLowerCase()}.example/` },
  legal: {
    terms_url: `https://${name.toLowerCase()}.example/terms`,
    privacy_url: `https://${name.toLowerCase()}.example/privacy`
  },
  footer: { legal_entity: `${name} GmbH`, vat_id: "DE123456789", lines: ["Hafenstr. 1, 20359 Hamburg"] }
})

/** A brand with one color, and one with palettes of its own whose yellow cannot be read on its card. */
const drawn = [
  {
    name: "Nordhost",
    logo: logoOf("#0f766e", `<circle cx="24" cy="24" r="20"/><rect x="60" y="14" width="160" height="20" rx="10"/>`),
    appearance: {
      theme: { radius: "0.25rem", light: { primary: "#0f766e", primary_foreground: "#ffffff" } },
      content: legal("Nordhost")
    },
    shown: { light: "rgb(244, 244, 245)", dark: "rgb(9, 9, 11)" }
  },
  {
    name: "Sonnenhost",
    logo: logoOf(
      "#f59e0b",
      `<path d="M24 4l6 14 14 6-14 6-6 14-6-14-14-6 14-6z"/><rect x="60" y="14" width="140" height="20"/>`
    ),
    appearance: {
      theme: {
        radius: "1rem",
        font_family: "Georgia, serif",
        light: {
          primary: "#fbbf24",
          primary_foreground: "#422006",
          background: "#fff7ed",
          card: "#ffffff",
          border: "#fdba74"
        },
        dark: { background: "#1c1917", card: "#292524", card_foreground: "#fafaf9", border: "#57534e" }
      },
      content: legal("Sonnenhost")
    },
    shown: { light: "rgb(255, 247, 237)", dark: "rgb(28, 25, 23)" }
  }
] as const

const browserContext = Effect.acquireRelease(
  Effect.promise(async () => {
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
    return { browser, context: await browser.newContext({ colorScheme: "light" }) }
  }),
  ({ browser }) => Effect.promise(() => browser.close())
)

/** A page that collects what the browser complains of, such as a blocked style. */
const pageOf = async (context: BrowserContext, complaints: Array<string>): Promise<Page> => {
  const page = await context.newPage()
  page.on("console", (message) => complaints.push(message.text()))
  page.on("pageerror", (error) => complaints.push(error.message))
  return page
}

const signIn = async (page: Page, issuer: string, { password, username }: Person): Promise<void> => {
  await page.goto(`${issuer}/account`)
  await page.locator("#login").fill(username)
  await page.locator("#password").fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor()
}

const buttonColor = (page: Page): Promise<string> =>
  page.locator("main button").first().evaluate((it) => getComputedStyle(it).backgroundColor)

describe("three sign-in hosts in a browser", requires("Chromium"), () => {
  it.live("share no session, cookie, cached page or style", () =>
    Effect.gen(function*() {
      const { issuer, person } = yield* RealmServer
      const north = yield* newBrand(brandOf("Nordhost", "#0f766e"))
      const south = yield* newBrand(brandOf("Südhost", "#7c3aed"))
      const sites = [
        { issuer, name: "", color: "rgb(11, 87, 164)", person: yield* person({ first_name: "Emmy" }) },
        {
          issuer: north.issuer,
          name: "Nordhost",
          color: "rgb(15, 118, 110)",
          person: yield* person({ organization: north.organization, first_name: "Ada" })
        },
        {
          issuer: south.issuer,
          name: "Südhost",
          color: "rgb(124, 58, 237)",
          person: yield* person({ organization: south.organization, first_name: "Konrad" })
        }
      ] as const
      const { context } = yield* browserContext
      yield* Effect.promise(async () => {
        const complaints: Array<string> = []
        const page = await pageOf(context, complaints)
        for (const [index, site] of sites.entries()) {
          await signIn(page, site.issuer, site.person)
          assert.strictEqual(await buttonColor(page), site.color)
          assert.strictEqual(await page.locator("header.brand").count(), site.name === "" ? 0 : 1)
          const text = await page.locator("body").innerText()
          assert.include(text, site.person.user.first_name)
          for (const other of sites) {
            if (other === site) continue
            assert.notInclude(text, other.person.user.first_name)
            if (other.name !== "") assert.notInclude(text, other.name)
          }
          // The next host asks for a sign-in, although the browser is signed in at the others.
          const next = sites[index + 1]
          if (next !== undefined) {
            await page.goto(`${next.issuer}/account`)
            await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
          }
        }
        // Every host still has its own person.
        for (const site of sites) {
          await page.goto(`${site.issuer}/account`)
          assert.include(await page.locator("footer").innerText(), site.person.user.first_name)
          assert.strictEqual(await buttonColor(page), site.color)
        }
        const cookies = await context.cookies()
        const domains = sites.map((site) => new URL(site.issuer).hostname)
        assert.sameMembers([...new Set(cookies.map(({ domain }) => domain))], domains)
        for (const domain of domains) {
          const own = cookies.filter((cookie) => cookie.domain === domain)
          assert.isTrue(own.every(({ httpOnly, sameSite }) => httpOnly && sameSite === "Lax"))
          const values = new Set(own.map(({ value }) => value))
          assert.isFalse(cookies.some((cookie) => cookie.domain !== domain && values.has(cookie.value)))
        }
        // Signing out at one host ends nothing at the others, and the way back shows nothing of it.
        const [, ended] = sites
        await page.goto(`${ended.issuer}/account`)
        await page.getByRole("button", { name: "Sign out" }).click()
        await page.getByRole("heading", { level: 1 }).waitFor()
        await page.goBack()
        await page.reload()
        await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
        assert.notInclude(await page.locator("body").innerText(), ended.person.user.first_name)
        for (const site of [sites[0], sites[2]]) {
          await page.goto(`${site.issuer}/account`)
          assert.include(await page.locator("footer").innerText(), site.person.user.first_name)
        }
        assert.deepStrictEqual(complaints, [])
      })
    }).pipe(Effect.provide(brandServer()), Effect.scoped), 60_000)

  it.live("lead from the dashboard to the account, in the same brand", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const brand = yield* newBrand(brandOf("Nordhost", "#0f766e"))
      const ada = yield* person({ organization: brand.organization })
      const { context } = yield* browserContext
      yield* Effect.promise(async () => {
        const complaints: Array<string> = []
        const page = await pageOf(context, complaints)
        await page.goto(`${brand.app}/`)
        assert.isTrue(page.url().startsWith(`${brand.issuer}/login`))
        await signIn(page, brand.issuer, ada)
        await page.goto(`${brand.app}/console/`)
        assert.strictEqual(page.url(), `${brand.issuer}/account`)
        await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor()
        assert.deepStrictEqual(complaints, [])
      })
    }).pipe(Effect.provide(brandServer()), Effect.scoped), 60_000)

  it.live("show logos, colors and legal texts of their brand on light and dark pages", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const { browser } = yield* browserContext
      for (const { appearance, logo, name, shown } of drawn) {
        const organization = yield* newOrganization()
        const { asset_url } = yield* asSystem(organization, BrandingAssets.use((it) => it.upload(Buffer.from(logo))))
        const brand = yield* newBrand(
          { ...appearance, brand: { name, logo: { light: asset_url } } },
          { label: name.toLowerCase(), organization }
        )
        const ada = yield* person({ organization })
        for (const colorScheme of ["light", "dark"] as const) {
          yield* Effect.promise(async () => {
            const context = await browser.newContext({ colorScheme, viewport: { width: 900, height: 900 } })
            const complaints: Array<string> = []
            const page = await pageOf(context, complaints)
            const draw = async (what: string) => {
              assert.strictEqual(
                await page.locator("header img").evaluate((it: HTMLImageElement) => it.naturalWidth),
                240
              )
              const { backgroundColor } = await page.evaluate(() => ({
                backgroundColor: getComputedStyle(document.body).backgroundColor
              }))
              assert.strictEqual(backgroundColor, shown[colorScheme])
              assert.include(await page.locator(".legal").innerText(), `${name} GmbH`)
              if (screenshots === undefined) return
              const path = join(screenshots, `${name.toLowerCase()}-${what}-${colorScheme}.png`)
              await page.screenshot({ path, fullPage: true })
            }
            await page.goto(`${brand.issuer}/account`)
            await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
            await draw("sign-in")
            await page.locator("#login").fill(ada.username)
            await page.locator("#password").fill("not it at all")
            await page.getByRole("button", { name: "Sign in", exact: true }).click()
            await page.locator(".problem").waitFor()
            await draw("refused")
            await signIn(page, brand.issuer, ada)
            await draw("account")
            await page.goto(`${brand.issuer}/account/sessions`)
            await draw("sessions")
            assert.deepStrictEqual(complaints.filter((text) => !text.includes("401")), [])
            await context.close()
          })
        }
      }
    }).pipe(Effect.provide(brandServer()), Effect.scoped), 120_000)
})
