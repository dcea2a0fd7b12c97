import { DnsName } from "@namewright/core/dns"
import { parseSender } from "@namewright/core/mail"
import { type DnsSettings, OrganizationId } from "@namewright/core/shared"
import { Redacted, Result, Schema } from "effect"
import { IpNetwork } from "effect/net"
import { isIP } from "node:net"
import { smtpServer } from "../mail/smtpMailer.ts"

/** Parser of a setting: its value, or the expected form. */
export type Reading<A> = (text: string) => Result.Result<A, string>

/** Integer from `minimum` to `maximum`. */
export const integer = (minimum: number, maximum: number): Reading<number> => (text) => {
  const number = /^\d+$/.test(text) ? Number(text) : NaN
  return number >= minimum && number <= maximum
    ? Result.succeed(number)
    : Result.fail(`expected an integer from ${minimum} to ${maximum}`)
}

/** Port or `none`. */
export const portOrNone: Reading<number | "none"> = (text) =>
  text === "none"
    ? Result.succeed("none" as const)
    : Result.mapError(integer(0, 65_535)(text), (problem) => `${problem}, or none`)

/** One of several words, case-insensitive. */
export const oneOf = <const A extends string>(values: ReadonlyArray<A>): Reading<A> => (text) => {
  const found = values.find((value) => value.toLowerCase() === text.toLowerCase())
  return found === undefined ? Result.fail(`expected ${values.join(", ")}`) : Result.succeed(found)
}

/** Boolean: true, yes, on, 1 or false, no, off, 0. */
export const yesOrNo: Reading<boolean> = (text) =>
  /^(?:true|yes|on|1)$/i.test(text)
    ? Result.succeed(true)
    : /^(?:false|no|off|0)$/i.test(text)
    ? Result.succeed(false)
    : Result.fail("expected true or false")

/** HTTP or HTTPS URL, without a final slash. */
export const address: Reading<string> = (text) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === ""
    ? Result.succeed(text.replace(/\/+$/, ""))
    : Result.fail("expected an http or https address without query")
}

/** Certificate authority: a short name, or the address of its directory. */
export const acmeDirectory: Reading<string> = (text) => {
  if (text === "letsencrypt" || text === "letsencrypt-staging") return Result.succeed(text)
  const url = URL.parse(text)
  return url?.protocol === "https:" && url.hash === ""
    ? Result.succeed(text)
    : Result.fail("expected letsencrypt, letsencrypt-staging, or the https address of a directory")
}

/** File with the registries over EPP: `epp:FILE`. */
export const eppFile: Reading<{ readonly type: "epp"; readonly file: string }> = (text) => {
  const file = /^epp:(.+)$/.exec(text.trim())?.[1]
  return file === undefined ? Result.fail("expected epp:FILE") : Result.succeed({ type: "epp", file })
}

/** URL of an SMTP server, which may contain a password. */
export const smtpUrl: Reading<Redacted.Redacted> = (text) =>
  smtpServer(text.trim()) === undefined
    ? Result.fail("expected smtp://user:password@host:port or smtps://user:password@host:port")
    : Result.succeed(Redacted.make(text.trim()))

/** Sender of mails. */
export const mailSender: Reading<string> = (text) =>
  parseSender(text) === undefined
    ? Result.fail("expected an address, or Name <address>")
    : Result.succeed(text.trim())

/** Address of a sender without a name. */
export const mailAddress: Reading<string> = (text) =>
  parseSender(text)?.name === "" ? Result.succeed(text.trim()) : Result.fail("expected an address without a name")

/** Domain whose labels may begin with an underscore. */
export const spfDomain: Reading<string> = (text) =>
  /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/i.test(text.trim())
    ? Result.succeed(text.trim().toLowerCase())
    : Result.fail("expected a domain such as _spf.example.com")

/** Days from 365 before a date to 30 after it, which are negative; `none` for an empty list. */
export const expiryDays: Reading<ReadonlyArray<number>> = (text) => {
  if (text.trim() === "none") return Result.succeed([])
  const days = partsOf(text).map(Number)
  return days.length > 0 && days.every((day) => Number.isInteger(day) && day <= 365 && day >= -30)
    ? Result.succeed(days)
    : Result.fail("expected days from 365 to -30, separated by commas, or none")
}

/** Text that is not empty. */
export const nonEmpty: Reading<string> = (text) =>
  text.trim() === "" ? Result.fail("expected a name or an address") : Result.succeed(text.trim())

/** Addresses and networks, or `none`. */
export const networks: Reading<ReadonlyArray<string>> = (text) => {
  if (text.trim() === "none") return Result.succeed([])
  const wrong = partsOf(text).filter((part) => !isNetwork(part))
  return wrong.length === 0
    ? Result.succeed(partsOf(text))
    : Result.fail(`expected addresses or networks like 10.0.0.0/8, and ${wrong.join(", ")} is neither`)
}

const partsOf = (text: string): ReadonlyArray<string> =>
  text.split(",").map((part) => part.trim()).filter((part) => part !== "")

/** Texts, separated by commas. */
export const texts: Reading<ReadonlyArray<string>> = (text) => Result.succeed(partsOf(text))

/** DNS name. */
export const domainName: Reading<string> = (text) =>
  Result.isSuccess(DnsName.parse(text)) ? Result.succeed(text) : Result.fail("expected names such as ns1.example.com")

/** One or more DNS names. */
export const domainNames: Reading<ReadonlyArray<string>> = (text) =>
  partsOf(text).length === 0
    ? Result.fail("expected names such as ns1.example.com")
    : Result.all(partsOf(text).map(domainName))

/** DNS names, or none. */
export const reservedNames: Reading<ReadonlyArray<string>> = (text) => Result.all(partsOf(text).map(domainName))

const isOrganizationId = Schema.is(OrganizationId)

/** Ids of organizations, or none. */
export const organizationIds: Reading<ReadonlyArray<OrganizationId>> = (text) => {
  const wrong = partsOf(text).filter((part) => !isOrganizationId(part))
  return wrong.length === 0
    ? Result.succeed(partsOf(text).filter(isOrganizationId))
    : Result.fail(`expected ids of organizations, and ${wrong.join(", ")} is none`)
}

/** IP addresses by version. */
export const addresses: Reading<DnsSettings["anycast"]> = (text) => {
  const wrong = partsOf(text).filter((part) => isIP(part) === 0)
  return wrong.length === 0
    ? Result.succeed({
      ipv4: partsOf(text).filter((part) => isIP(part) === 4),
      ipv6: partsOf(text).filter((part) => isIP(part) === 6)
    })
    : Result.fail(`expected addresses, and ${wrong.join(", ")} is none`)
}

/** IP addresses of both versions. */
export const plainAddresses: Reading<ReadonlyArray<string>> = (text) =>
  Result.map(addresses(text), ({ ipv4, ipv6 }) => [...ipv4, ...ipv6])

/** Web origins, as browsers send them. */
export const origins: Reading<ReadonlyArray<string>> = (text) => {
  const wrong = partsOf(text).filter((part) => URL.parse(part)?.origin !== part)
  return wrong.length === 0
    ? Result.succeed(partsOf(text))
    : Result.fail(`expected origins like https://client.example, and ${wrong.join(", ")} is none`)
}

const isNetwork = (text: string): boolean =>
  Result.isSuccess(IpNetwork.fromString(text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`))

/** Secret of at least 32 characters. */
export const secret: Reading<Redacted.Redacted> = (text) =>
  text.length < 32 ? Result.fail("expected at least 32 characters") : Result.succeed(Redacted.make(text))

/** Secret of another service, in whatever form it issues it. */
export const hidden: Reading<Redacted.Redacted> = (text) =>
  text.trim() === "" ? Result.fail("expected a secret") : Result.succeed(Redacted.make(text.trim()))

/** Realm: embedded, none, or the issuer of an external one. */
export const realm: Reading<"embedded" | "none" | { readonly issuer: string }> = (text) =>
  text === "embedded" || text === "none"
    ? Result.succeed(text)
    : Result.mapBoth(address(text), {
      onFailure: () => "expected embedded, none, or the https address of an issuer",
      // Unchanged: issuers are compared as texts, and some end with a slash.
      onSuccess: () => ({ issuer: text })
    })
