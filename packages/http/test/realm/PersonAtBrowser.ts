import { Browser, headingOf } from "./Browser.ts"
import { signedInAt } from "./Program.ts"
import type { Person } from "./RealmServer.ts"

/**
 * What a client of the tool endpoint keeps of its sign-in, and the person who signs in for it: opens the address that the
 * client found out, gives name and password, and agrees. It fits the sign-in of both official clients.
 */
export class PersonAtBrowser<Metadata extends object, Tokens extends object, Discovery extends object> {
  readonly redirectUrl = "http://127.0.0.1:8976/callback"
  readonly clientMetadata = {
    client_name: "Official client",
    redirect_uris: [this.redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none"
  }
  /** What came back with the person, once there was somebody to ask. */
  answer: URLSearchParams | undefined
  #person: Pick<Person, "username" | "password">
  #metadata: Metadata | undefined
  #tokens: Tokens | undefined
  #discovery: Discovery | undefined
  #verifier = ""

  constructor(person: Pick<Person, "username" | "password">) {
    this.#person = person
  }

  readonly clientInformation = () => this.#metadata
  readonly saveClientInformation = (metadata: Metadata) => void (this.#metadata = metadata)
  readonly tokens = () => this.#tokens
  readonly saveTokens = (tokens: Tokens) => void (this.#tokens = tokens)
  readonly discoveryState = () => this.#discovery
  readonly saveDiscoveryState = (discovery: Discovery) => void (this.#discovery = discovery)
  readonly codeVerifier = () => this.#verifier
  readonly saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)

  readonly redirectToAuthorization = async (url: URL) => {
    const browser = new Browser(url.href)
    const page = await signedInAt(browser, await browser.open(url.href), this.#person)
    const ended = headingOf(page).startsWith("Connect") ? await browser.send(page, { decision: "allow" }) : page
    this.answer = new URL(ended.url).searchParams
  }
}
