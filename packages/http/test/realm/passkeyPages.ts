import { Browser, type ShownPage } from "./Browser.ts"
import { signedInAt } from "./Program.ts"
import type { Person } from "./RealmServer.ts"
import { type Dishonesty, TestAuthenticator } from "./TestAuthenticator.ts"

const unescaped = (text: string): string =>
  text.replaceAll("&quot;", "\"").replaceAll("&#39;", "'").replaceAll("&amp;", "&")

type SignInPerson = Pick<Person, "username" | "password">

/** Options that a page contains for the browser. */
export const optionsOf = ({ text }: ShownPage): any =>
  JSON.parse(unescaped(/data-options="([^"]*)"/.exec(text)?.[1] ?? "null"))

export const accountOf = async (issuer: string, person: SignInPerson, browser = new Browser(issuer)) => ({
  browser,
  page: await signedInAt(browser, await browser.open(`${issuer}/account`), person)
})

export const backupCodeOf = ({ text }: ShownPage): string =>
  /<li>((?:[a-z2-7]{4}-){3}[a-z2-7]{4})<\/li>/.exec(text)?.[1] ?? ""

/** Page of the account on which the browser is asked to create a passkey. */
export const creationOf = (browser: Browser, account: ShownPage, person: SignInPerson, code = "") =>
  browser.send(account, { password: person.password, code }, { action: "/account/passkeys" })

/** Adds a passkey. */
export const registered = async (issuer: string, person: SignInPerson, name = "Laptop", own?: Browser) => {
  const { browser, page } = await accountOf(issuer, person, own)
  const creation = await creationOf(browser, page, person)
  const authenticator = new TestAuthenticator(new URL(issuer).origin)
  const credential = authenticator.create(optionsOf(creation))
  const done = await browser.send(creation, { credential, name })
  return { browser, authenticator, creation, credential, done }
}

/** The page that asks for a passkey, from the sign-in page for `next`. */
export const asked = async (issuer: string, next = "account", browser = new Browser(issuer)) => {
  const login = await browser.open(`${issuer}/login?next=${encodeURIComponent(next)}`)
  return { browser, page: await browser.send(login, {}, { action: `/login/passkey?next=${encodeURIComponent(next)}` }) }
}

/** Signs in with a passkey alone. */
export const signedInWith = async (issuer: string, authenticator: TestAuthenticator, lie: Dishonesty = {}) => {
  const { browser, page } = await asked(issuer)
  return { browser, page: await browser.send(page, { credential: authenticator.get(optionsOf(page), lie) }) }
}
