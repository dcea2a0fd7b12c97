import { assert } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { type Brand, fetchAtBrand } from "./BrandServer.ts"
import { Browser } from "./Browser.ts"
import { challengeOf, signedInAt } from "./Program.ts"
import type { Person } from "./RealmServer.ts"

/** A browser at a host of a brand. */
export const at = (address: string) => new Browser(address, undefined, fetchAtBrand)

/** The account page of a person who signs in. */
export const accountAt = async (issuer: string, person: Pick<Person, "password" | "username">) => {
  const browser = at(issuer)
  return { browser, page: await signedInAt(browser, await browser.open(`${issuer}/account`), person) }
}

export const json = async (url: string, init?: RequestInit) => {
  const answer = await fetchAtBrand(url, init)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** A person connects a program of a realm, and its tokens come. */
const connected = async (issuer: string, client_id: string, redirect_uri: string, person: Person, scope: string) => {
  const verifier = randomBytes(32).toString("base64url")
  const browser = at(issuer)
  const url = `${issuer}/protocol/openid-connect/auth?${new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: "code",
    scope,
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256"
  })}`
  const consent = await signedInAt(browser, await browser.open(url), person)
  const done = await browser.send(consent, { decision: "allow" })
  const answer = new URL(done.url).searchParams
  const tokens = await json(`${issuer}/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: answer.get("code") ?? "",
      redirect_uri,
      client_id,
      code_verifier: verifier
    })
  })
  assert.strictEqual(
    tokens.status,
    200,
    JSON.stringify({ ...tokens.body, url: done.url, text: done.text.slice(0, 900) })
  )
  return { consent, tokens: tokens.body as { access_token: string; refresh_token?: string; id_token?: string } }
}

/** Status of the profile of the person of a token. */
export const meAt = async (address: string, token: string) =>
  (await fetchAtBrand(`${address}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })).status

/** Tokens of the own pages of a brand. */
export const consoleOf = ({ app, client_id, issuer }: Brand, person: Person) =>
  connected(issuer, client_id, `${app}/console/callback`, person, "openid profile service:rest offline_access")
