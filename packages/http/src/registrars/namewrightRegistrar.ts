import {
  defineRegistrar,
  type RegistrarDomain,
  type RegistrarDriver,
  type RegistrarPage,
  RegistrarProblem
} from "@namewright/core/registrars"
import { Predicate } from "effect"
import { answerText } from "./answerText.ts"

export interface NamewrightRegistrarOptions {
  /** Address of the REST interface of the other installation, without `/v1`. */
  readonly url: string | URL
  /** Time limit of one call in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined
}

/** Maximum length of a reason that customers see, in characters. */
const detailLength = 500

/**
 * Driver of another Namewright, whose accounts customers connect with the secret `api_key`, an API key with the rights
 * `domains:read`; `domain_auth_codes:read` and `domains:manage` in addition for auth codes and transfer locks. Domains
 * that the other installation only shows are left out.
 *
 * @example
 * createPlatform({ storage, registrars: { NAMEWRIGHT: namewrightRegistrar({ url: "https://api.example.com" }) } })
 */
export const namewrightRegistrar = ({ timeout, url }: NamewrightRegistrarOptions): RegistrarDriver => {
  const base = String(url).replace(/\/+$/, "")

  const request = async (
    { api_key = "" }: Readonly<Record<string, string>>,
    path: string,
    { body, method, signal }: { readonly signal: AbortSignal; readonly method?: string; readonly body?: unknown }
  ): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method: method ?? "GET",
      headers: { "x-api-key": api_key, accept: "application/json", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect would send the key elsewhere.
      redirect: "error",
      signal
    })
    const answer = await jsonOf(response)
    if (response.ok) return answer
    throw problemOf(response.status, answer)
  }

  return defineRegistrar({
    credentials: { required: ["api_key"] },
    ...(timeout === undefined ? {} : { timeout }),

    verify: async (secrets, { signal }) => {
      await request(secrets, "/v1/domains?page_size=1", { signal })
    },

    listDomains: async (secrets, { cursor, limit }, { signal }) => {
      const page = cursor === null ? 1 : Number(cursor)
      const query = new URLSearchParams({
        page: String(page),
        page_size: String(limit),
        sort_by: "name",
        sort_order: "asc",
        read_only: "false"
      })
      return pageOf(await request(secrets, `/v1/domains?${query}`, { signal }), page, limit)
    },

    authCode: async (secrets, name, { signal }) => {
      const domain = await request(secrets, domainPath(name), { signal })
      const code = Predicate.hasProperty(domain, "auth_code") ? domain.auth_code : null
      if (!Predicate.isString(code)) {
        throw new RegistrarProblem("refused", "The domain has no auth code that may be read")
      }
      return code
    },

    unlock: async (secrets, name, { signal }) => {
      await request(secrets, domainPath(name), {
        method: "PATCH",
        body: { status_changes: { remove: ["clientTransferProhibited"] } },
        signal
      })
    }
  })
}

const domainPath = (name: string) => `/v1/domains/${encodeURIComponent(name)}`

/** Body of an answer; undefined if it is not JSON. Throws if it is too long. */
const jsonOf = async (response: Response): Promise<unknown> => {
  const text = await answerText(response)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const problemOf = (status: number, answer: unknown): RegistrarProblem => {
  const detail = Predicate.hasProperty(answer, "detail") && Predicate.isString(answer.detail)
    ? answer.detail.slice(0, detailLength)
    : `Status ${status}`
  if (status === 401) return new RegistrarProblem("auth", detail)
  if (status === 403) return new RegistrarProblem("access", detail)
  return new RegistrarProblem(status === 429 || status >= 500 ? "unavailable" : "refused", detail)
}

/** A page of the list of domains. An answer of another form is an error of the driver. */
const pageOf = (answer: unknown, page: number, limit: number): RegistrarPage => {
  if (!Predicate.hasProperty(answer, "items") || !Array.isArray(answer.items)) {
    throw new Error("The other installation returned no list of domains")
  }
  const items: ReadonlyArray<unknown> = answer.items
  const total = Predicate.hasProperty(answer, "total") ? Number(answer.total) : items.length
  return { domains: items.map(domainOf), next: items.length > 0 && page * limit < total ? String(page + 1) : null }
}

const textOf = (value: object, member: string): string | null => {
  const found: unknown = Reflect.get(value, member)
  return Predicate.isString(found) ? found : null
}

const listOf = (value: object, member: string): ReadonlyArray<unknown> => {
  const found: unknown = Reflect.get(value, member)
  return Array.isArray(found) ? found : []
}

const domainOf = (item: unknown): RegistrarDomain => {
  if (!Predicate.isObject(item)) return { name: "" }
  return {
    name: textOf(item, "name") ?? "",
    registered_on: textOf(item, "registered_on"),
    expires_on: textOf(item, "expires_on"),
    renews: textOf(item, "renewal_mode") === "renew",
    statuses: listOf(item, "registry_statuses").filter(Predicate.isString),
    nameservers: listOf(item, "nameservers").flatMap((nameserver) =>
      Predicate.isObject(nameserver) ? textOf(nameserver, "hostname") ?? [] : []
    )
  }
}
