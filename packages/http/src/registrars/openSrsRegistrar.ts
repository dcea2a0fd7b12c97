import {
  defineRegistrar,
  type RegistrarDomain,
  type RegistrarDriver,
  RegistrarProblem,
  type RegistrarReason,
  type RegistrarSecrets
} from "@namewright/core/registrars"
import { createHash } from "node:crypto"
import { answerText } from "./answerText.ts"
import { opsText, type OpsValues, opsValues, readOpsMessage, writeOpsRequest } from "./opsMessage.ts"

export interface OpenSrsRegistrarOptions {
  /** Default: the live system, `https://rr-n1-tor.opensrs.net:55443`. The test system is `https://horizon.opensrs.net:55443`. */
  readonly url?: string | URL | undefined
  /** Time limit of one call in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined
}

const liveUrl = "https://rr-n1-tor.opensrs.net:55443"

/** Maximum length of a reason that customers see, in characters. */
const detailLength = 500

/** Range of the expiry dates of listed domains, in years from today: grace periods and the longest terms of registries. */
const yearsBefore = 1
const yearsAfter = 11

const md5 = (text: string): string => createHash("md5").update(text, "utf8").digest("hex")

/** Signature of a request. Source: domains.opensrs.guide, "MD5 authentication". */
const signatureOf = (body: string, key: string): string => md5(md5(body + key) + key)

/**
 * Driver of OpenSRS. Customers connect reseller accounts with the secrets `username` and `api_key`. The account must allow
 * the IP addresses of the platform. Listed domains have a name, an expiry date and the renewal mode; OpenSRS lists no
 * nameservers, locks and registration dates. Source: domains.opensrs.guide.
 *
 * @example
 * createPlatform({ storage, registrars: { OPENSRS: openSrsRegistrar() } })
 */
export const openSrsRegistrar = ({ timeout, url = liveUrl }: OpenSrsRegistrarOptions = {}): RegistrarDriver => {
  const request = async (
    { api_key = "", username = "" }: RegistrarSecrets,
    action: string,
    attributes: Readonly<Record<string, string | number>>,
    signal: AbortSignal
  ): Promise<OpsValues | undefined> => {
    // A header cannot contain other characters.
    if (!/^[\x21-\x7e]+$/.test(username)) throw new RegistrarProblem("auth", "OpenSRS has no such user name")
    const body = writeOpsRequest("DOMAIN", action, attributes)
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "text/xml", "x-username": username, "x-signature": signatureOf(body, api_key) },
      body,
      // A redirect would send a signed command elsewhere.
      redirect: "error",
      signal
    })
    const text = await answerText(response)
    if (response.status === 401) throw new RegistrarProblem("auth", "Status 401")
    if (response.status === 403) throw new RegistrarProblem("access", "Status 403")
    // The protocol reports refusals with status 200. Another status comes from a proxy or web server.
    if (response.status !== 200) throw new RegistrarProblem("unavailable", `Status ${response.status}`)
    const message = await readOpsMessage(text)
    if (opsText(message, "is_success") === "1") return opsValues(message, "attributes")
    throw problemOf(opsText(message, "response_code"), opsText(message, "response_text"), "domain" in attributes)
  }

  /** Page of the domains of the account. Null requests the first page; the answer contains its number. */
  const page = (secrets: RegistrarSecrets, number: number | null, limit: number, signal: AbortSignal) => {
    const range = { exp_from: dayIn(-yearsBefore), exp_to: dayIn(yearsAfter), limit }
    return request(
      secrets,
      "GET_DOMAINS_BY_EXPIREDATE",
      number === null ? range : { ...range, page: number },
      signal
    )
  }

  return defineRegistrar({
    credentials: { required: ["username", "api_key"] },
    ...(timeout === undefined ? {} : { timeout }),

    verify: async (secrets, { signal }) => {
      await page(secrets, null, 1, signal)
    },

    listDomains: async (secrets, { cursor, limit }, { signal }) => {
      const { number, seen } = positionOf(cursor)
      const answer = await page(secrets, number, limit, signal)
      const listed = opsValues(answer, "exp_domains")
      const total = numberOf(answer, "total")
      const answered = numberOf(answer, "page")
      const remainder = opsText(answer, "remainder")
      if (listed === undefined && total !== seen || remainder !== "0" && remainder !== "1") {
        throw new Error("OpenSRS returned no list of domains")
      }
      if (number !== null && answered !== number) {
        throw new Error(`OpenSRS returned page ${answered} instead of ${number}`)
      }
      const domains = [...listed?.values() ?? []].map(domainOf)
      const count = seen + domains.length
      if (remainder === "0") {
        // A list that lacks domains would remove them here.
        if (count < total) throw new Error(`OpenSRS listed ${count} of ${total} domains`)
        return { domains, next: null }
      }
      if (domains.length === 0) throw new Error("OpenSRS returned an empty page before the last")
      if (count >= total) throw new Error(`OpenSRS announced more than its ${total} domains`)
      return { domains, next: `${answered + 1}/${count}` }
    },

    authCode: async (secrets, domain, { signal }) => {
      const answer = await request(secrets, "GET", { domain, type: "domain_auth_info" }, signal)
      const code = opsText(answer, "domain_auth_info")
      if (code === "") throw new RegistrarProblem("refused", "The domain has no auth code that may be read")
      return code
    },

    unlock: async (secrets, domain, { signal }) => {
      const lock = { affect_domains: 0, data: "status", domain, lock_state: 0 }
      await request(secrets, "MODIFY", lock, signal)
    }
  })
}

/** Today's date in another year, `YYYY-MM-DD`. */
const dayIn = (years: number): string => {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10)
}

/** Page number of a cursor, and the number of domains on the pages before it. */
const positionOf = (cursor: string | null): { readonly number: number | null; readonly seen: number } => {
  const [number = "", seen = ""] = cursor?.split("/") ?? []
  return cursor === null ? { number: null, seen: 0 } : { number: Number(number), seen: Number(seen) }
}

const numberOf = (values: OpsValues | undefined, key: string): number => {
  const text = opsText(values, key)
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`OpenSRS returned no number as ${key}`)
  return Number(text)
}

const domainOf = (listed: string | OpsValues): RegistrarDomain => {
  if (typeof listed === "string") return { name: "" }
  return {
    name: opsText(listed, "name"),
    expires_on: instantOf(opsText(listed, "expiredate")),
    renews: opsText(listed, "f_auto_renew") === "Y"
  }
}

/** The guide documents dates; its examples have times without a zone, which are read as UTC. */
const instantOf = (text: string): string | null => {
  const [, day, time = "00:00:00"] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/.exec(text) ?? []
  return day === undefined ? null : `${day}T${time}Z`
}

/** Codes for a failed authentication of the reseller. */
const authCodes: ReadonlySet<string> = new Set(["401", "410"])

/** Rate, connection and command limits; errors of OpenSRS and registries; another operation on the domain. */
const unavailableCodes: ReadonlySet<string> = new Set(["300", "310", "350", "404", "405", "436", "437", "486"])

/** Source of the codes: domains.opensrs.guide, "Response codes". */
const reasonOf = (code: string, text: string, isAboutDomain: boolean): RegistrarReason => {
  if (authCodes.has(code)) return "auth"
  // The code has two meanings: an error of OpenSRS, and an IP address that the account does not allow.
  if (code === "400") return /access denied|invalid ip/i.test(text) ? "access" : "unavailable"
  // Denies the account the list, or one domain.
  if (code === "435") return isAboutDomain ? "refused" : "access"
  return unavailableCodes.has(code) || /^7\d\d$/.test(code) ? "unavailable" : "refused"
}

const problemOf = (code: string, text: string, isAboutDomain: boolean): Error => {
  if (!/^\d{3}$/.test(code)) return new Error("OpenSRS returned no code")
  return new RegistrarProblem(
    reasonOf(code, text, isAboutDomain),
    text === "" ? `Code ${code}` : text.slice(0, detailLength)
  )
}
