import { assert, describe, it } from "@effect/vitest"
import { createPlatform } from "@namewright/core/embed"
import { Effect } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { toFetch } from "../../src/toFetch.ts"

const realmAt = (baseUrl: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => createPlatform({ storage: memoryDatabase(), baseUrl })),
      (platform) => Effect.promise(() => platform.dispose())
    ),
    (platform) => {
      const fetch = toFetch(platform, { requestLog: false, realm: "embedded", clientAddress: () => "192.0.2.7" })
      const answer = (path: string, init?: RequestInit) =>
        Effect.promise(() => fetch(new Request(`${baseUrl}/realms/sandbox${path}`, init)))
      const registered = Effect.flatMap(
        answer("/clients-registrations/openid-connect", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ redirect_uris: ["https://client.example/callback"] })
        }),
        (made) => Effect.promise(() => made.json())
      )
      return { answer, registered }
    }
  )

interface SetCookie {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

/** The cookies of an answer, with their attributes in lower case. */
const cookiesOf = (answer: Response): ReadonlyArray<SetCookie> =>
  answer.headers.getSetCookie().map((text) => {
    const [pair = "", ...attributes] = text.split(";").map((part) => part.trim())
    return {
      name: pair.slice(0, pair.indexOf("=")),
      attributes: new Map(attributes.map((attribute) => {
        const [name = "", value = ""] = attribute.split("=")
        return [name.toLowerCase(), value]
      }))
    }
  })

/** What browsers demand of cookies with these prefixes (RFC 6265bis, section 4.1.3). */
const isKept = ({ attributes, name }: SetCookie): boolean => {
  if (!attributes.has("secure") || attributes.has("domain")) return false
  return name.startsWith("__Host-") ? attributes.get("path") === "/" : name.startsWith("__Secure-")
}

const authorization = (client_id: string) =>
  `/protocol/openid-connect/auth?${new URLSearchParams({
    client_id,
    response_type: "code",
    redirect_uri: "https://client.example/callback",
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256"
  })}`

describe("cookies of the realm", () => {
  it.live("belong to this host alone, and are sent encrypted", () =>
    Effect.gen(function*() {
      const { answer, registered } = yield* realmAt("https://names.example")
      const { client_id } = yield* registered
      const cookies = [
        ...cookiesOf(yield* answer("/login")),
        ...cookiesOf(yield* answer(authorization(client_id))),
        ...cookiesOf(yield* answer("/device"))
      ]
      assert.deepStrictEqual(cookies.filter((cookie) => !isKept(cookie)).map(({ name }) => name), [])
      assert.deepStrictEqual(Array.from(new Set(cookies.map(({ name }) => name))).toSorted(), [
        "__Host-namewright_realms_sandbox_form",
        "__Host-namewright_realms_sandbox_session",
        "__Host-namewright_realms_sandbox_session.sig",
        "__Secure-namewright_interaction",
        "__Secure-namewright_interaction.sig",
        "__Secure-namewright_resume",
        "__Secure-namewright_resume.sig"
      ])
    }).pipe(Effect.scoped))

  it.live("have names without a prefix without TLS, because browsers refuse the prefix", () =>
    Effect.gen(function*() {
      const { answer } = yield* realmAt("http://127.0.0.1:8080")
      const [form] = cookiesOf(yield* answer("/login"))
      assert.deepStrictEqual(
        [form?.name, form?.attributes.get("path"), form?.attributes.has("secure")],
        ["namewright_form", "/realms/sandbox", false]
      )
    }).pipe(Effect.scoped))
})
