import { assert, layer } from "@effect/vitest"
import { mailbox } from "@namewright/core/mail"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { newBrand, whitelabel } from "../realm/BrandServer.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { browser, contactCaller, deliver, tokenIn } from "./verifying.ts"

const mails = mailbox()
const platform = TestPlatform.layerWith({}, {
  mailer: mails,
  signInPages: "https://names.example/realms/sandbox",
  whitelabel
})

const document = {
  brand: { name: "Nordhost" },
  theme: { light: { primary: "#0b5fff", card: "#fffff0" } },
  content: { footer: { legal_entity: "Nordhost GmbH" } }
}

const unknownToken = "A".repeat(43)

layer(platform)("the pages of links in mails at the dashboard of a brand", (it) => {
  const page = Effect.fnUntraced(function*(path: string, host?: string) {
    const { fetch } = yield* TestPlatform
    return yield* fetch("GET", path, undefined, { headers: { ...browser, ...(host === undefined ? {} : { host }) } })
  })

  /** Style sheets of a page that its headers allow. */
  const allowedSheets = ({ body, headers }: { readonly body: string; readonly headers: Headers }) =>
    [...body.matchAll(/<style>(.*?)<\/style>/gs)].flatMap(([, sheet = ""]) => {
      const hash = createHash("sha256").update(sheet).digest("base64")
      return headers.get("content-security-policy")?.includes(`'sha256-${hash}'`) === true ? [sheet] : []
    })

  it.effect("have its name, colors and legal entity, and those of the installation are plain", () =>
    Effect.gen(function*() {
      const email = "grace@example.com"
      const call = yield* contactCaller(email)
      const { hostnames } = yield* newBrand(document, { organization: call.organization })
      yield* call("POST", call.path)
      yield* deliver
      const token = tokenIn(mails.messages(email).at(-1)?.text ?? "")
      for (
        const [path, title] of [
          [`/v1/contacts/verify?token=${token}`, "Confirm your address"],
          [`/v1/contacts/verify?token=${unknownToken}`, "This link is unknown"],
          [`/v1/domains/tld-specific/no/applicant-declaration?token=${unknownToken}`, "This link is unknown"]
        ] as const
      ) {
        const branded = yield* page(path, hostnames.app)
        assert.include(branded.body, `<title>${title} – Nordhost</title>`)
        assert.include(branded.body, `<header class="brand">Nordhost</header>`)
        assert.include(branded.body, "<p>Nordhost GmbH</p>")
        const sheets = allowedSheets(branded)
        assert.lengthOf(sheets, 2)
        assert.include(sheets[1], "--card: light-dark(#fffff0, ")
        assert.notInclude(branded.body, "names.example")
        const plain = yield* page(path)
        assert.include(plain.body, `<title>${title}</title>`)
        assert.lengthOf(allowedSheets(plain), 1)
        assert.notInclude(plain.body, "Nordhost")
      }
    }))
})
