import { decodeJwt } from "jose"
import { createHash, randomBytes } from "node:crypto"
import { Browser, headingOf, type ShownPage } from "./Browser.ts"
import type { Person } from "./RealmServer.ts"

export interface TokenAnswer {
  readonly status: number
  readonly body: any
}

const scope = "openid profile email service:mcp offline_access"

/** A program that people let act for them, as MCP clients do it. */
export class Program {
  readonly issuer: string
  readonly client_id: string
  readonly redirect_uri: string

  private constructor(issuer: string, client_id: string, redirect_uri: string) {
    this.issuer = issuer
    this.client_id = client_id
    this.redirect_uri = redirect_uri
  }

  /** Registers as the specification says, with the scopes that the resource lists. */
  static async register(issuer: string, metadata: object = {}): Promise<Program> {
    const answer = await registration(issuer, metadata)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return new Program(issuer, answer.body.client_id, answer.body.redirect_uris[0] ?? "")
  }

  authorizationUrl(verifier: string, parameters: Readonly<Record<string, string | undefined>> = {}): string {
    const url = new URL(`${this.issuer}/protocol/openid-connect/auth`)
    const all = {
      client_id: this.client_id,
      redirect_uri: this.redirect_uri,
      response_type: "code",
      scope,
      state: "a-state",
      code_challenge: challengeOf(verifier),
      code_challenge_method: "S256",
      ...parameters
    }
    for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value)
    return url.href
  }

  /** Lets a person sign in and consent. Returns the parameters of the redirect to the program. */
  async authorize(
    browser: Browser,
    person: Pick<Person, "username" | "password">,
    parameters: Readonly<Record<string, string | undefined>> = {}
  ): Promise<{ readonly answer: URLSearchParams; readonly verifier: string }> {
    const verifier = randomBytes(32).toString("base64url")
    const page = await signedInAt(browser, await browser.open(this.authorizationUrl(verifier, parameters)), person)
    const ended = headingOf(page).startsWith("Connect") ? await browser.send(page, { decision: "allow" }) : page
    return { answer: new URL(ended.url).searchParams, verifier }
  }

  token(parameters: Readonly<Record<string, string>>): Promise<TokenAnswer> {
    return posted(`${this.issuer}/protocol/openid-connect/token`, { client_id: this.client_id, ...parameters })
  }

  async exchange(
    { answer, verifier }: { readonly answer: URLSearchParams; readonly verifier: string },
    parameters: Readonly<Record<string, string>> = {}
  ): Promise<TokenAnswer> {
    return this.token({
      grant_type: "authorization_code",
      code: answer.get("code") ?? "",
      redirect_uri: this.redirect_uri,
      code_verifier: verifier,
      ...parameters
    })
  }

  refresh(refresh_token: string): Promise<TokenAnswer> {
    return this.token({ grant_type: "refresh_token", refresh_token })
  }

  /** A person connects the program; answers its tokens. */
  async connect(person: Person, parameters: Readonly<Record<string, string | undefined>> = {}): Promise<any> {
    const { body, status } = await this.exchange(await this.authorize(new Browser(this.issuer), person, parameters))
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
}

/** What a token says. */
export const claimsOf = (token: string): Record<string, unknown> => ({ ...decodeJwt(token) })

export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")

/** Where a page asks for name and password, gives them. */
export const signedInAt = (
  browser: Browser,
  page: ShownPage,
  { password, username }: Pick<Person, "password" | "username">
): Promise<ShownPage> =>
  ["Sign in", "Anmelden"].includes(headingOf(page))
    ? browser.send(page, { login: username, password })
    : Promise.resolve(page)

export const posted = async (url: string, parameters: Readonly<Record<string, string>>): Promise<TokenAnswer> => {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(parameters) })
  const text = await answer.text()
  return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) }
}

export const registration = async (issuer: string, metadata: object | string = {}): Promise<TokenAnswer> => {
  const answer = await fetch(`${issuer}/clients-registrations/openid-connect`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof metadata === "string" ? metadata : JSON.stringify({
      client_name: "Agent under test",
      redirect_uris: ["http://127.0.0.1:8976/callback"],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      scope: "profile email service:mcp offline_access",
      ...metadata
    })
  })
  return { status: answer.status, body: await answer.json() }
}
