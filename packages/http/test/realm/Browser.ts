/** A page as a browser shows it. */
export interface ShownPage {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Form of a page: its target, and its unchanged values. */
export interface ShownForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

/** What a browser without scripts does: it keeps cookies, follows redirects on this server, and sends forms. */
export class Browser {
  #cookies: Array<Cookie> = []
  readonly #origin: string

  readonly #language: string | undefined

  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>

  /** `language` is the value of `Accept-Language` in every request; `send` sends a request. */
  constructor(
    url: string,
    language?: string,
    send: (url: string, init: RequestInit) => Promise<Response> = fetch
  ) {
    this.#origin = new URL(url).origin
    this.#language = language
    this.#fetch = send
  }

  /** The header that goes with a request for a path. */
  cookies(path: string): string {
    return this.#cookies.filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`).join("; ")
  }

  /** One request; redirects are not followed. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url)
    const headers = new Headers(init.headers)
    if (this.#language !== undefined) headers.set("accept-language", this.#language)
    const cookies = this.cookies(pathname)
    if (cookies !== "" && !headers.has("cookie")) headers.set("cookie", cookies)
    const answer = await this.#fetch(url, { ...init, headers, redirect: "manual" })
    for (const text of answer.headers.getSetCookie()) this.#keep(text)
    return answer
  }

  /** Opens an address, and whatever it leads to, until a page comes or another server. */
  async open(url: string, init: RequestInit = {}): Promise<ShownPage> {
    let answer = await this.request(url, init)
    let at = url
    for (let hops = 0; answer.status === 302 || answer.status === 303; hops++) {
      if (hops > 20) throw new Error(`${url} leads in a circle`)
      at = new URL(answer.headers.get("location") ?? "", at).href
      if (new URL(at).origin !== this.#origin) break
      answer = await this.request(at)
    }
    return { url: at, status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  /** Sends a form of a page as a person would, with these fields filled in. */
  send(
    page: ShownPage,
    fields: Readonly<Record<string, string>> = {},
    { action, headers = {}, index = 0 }: {
      /** The form whose action ends so; else by its place on the page. */
      readonly action?: string
      readonly index?: number
      readonly headers?: Readonly<Record<string, string>>
    } = {}
  ): Promise<ShownPage> {
    const forms = formsOf(page)
    const form = action === undefined ? forms[index] : forms.find((candidate) => candidate.action.endsWith(action))
    if (form === undefined) throw new Error(`No form ${action ?? index} on the page ${page.url}:\n${page.text}`)
    return this.open(new URL(form.action, page.url).href, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: this.#origin, ...headers },
      body: new URLSearchParams({ ...form.fields, ...fields }).toString()
    })
  }

  /** Forgets what it holds under a name. */
  forget(name: string): void {
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name)
  }

  #keep(text: string): void {
    const [pair = "", ...attributes] = text.split(";").map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf("="))
    const value = pair.slice(pair.indexOf("=") + 1)
    const attribute = (wanted: string) =>
      attributes.map((part) => part.split("=")).find(([key]) => key?.toLowerCase() === wanted)?.[1]
    const path = attribute("path") ?? "/"
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    const expires = attribute("expires")
    const ended = attribute("max-age") === "0" || (expires !== undefined && Date.parse(expires) <= Date.now())
    if (!ended && value !== "") this.#cookies.push({ name, value, path })
  }
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": "\"",
  "&#39;": "'"
}
const unescaped = (text: string): string => text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (it) => entities[it] ?? it)

const attributeOf = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

export const formsOf = ({ text }: ShownPage): ReadonlyArray<ShownForm> =>
  [...text.matchAll(/<form\s[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => ({
    action: attributeOf(form, "action") ?? "",
    fields: Object.fromEntries(
      [...form.matchAll(/<input\s[^>]*>/g)].flatMap(([input]) => {
        const name = attributeOf(input, "name")
        return name === undefined ? [] : [[name, attributeOf(input, "value") ?? ""]]
      })
    )
  }))

/** The heading of a page. */
export const headingOf = ({ text }: ShownPage): string => unescaped(/<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? "")
