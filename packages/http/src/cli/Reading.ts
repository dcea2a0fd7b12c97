import { DnsName } from "@namewright/core/dns"
import { type DnsSettings, OrganizationId } from "@namewright/core/shared"
import { Redacted, Result, Schema } from "effect"
import { IpNetwork } from "effect/net"
import { isIP } from "node:net"

/** How the text of a setting is read: its value, or what was expected instead. */
export type Reading<A> = (text: string) => Result.Result<A, string>

/** A whole number between both, which are part of the range. */
export const integer = (minimum: number, maximum: number): Reading<number> => (text) => {
  const number = /^\d+$/.test(text) ? Number(text) : NaN
  return number >= minimum && number <= maximum
    ? Result.succeed(number)
    : Result.fail(`expected a whole number from ${minimum} to ${maximum}`)
}

/** A port, or none at all. */
export const portOrNone: Reading<number | "none"> = (text) =>
  text === "none"
    ? Result.succeed("none" as const)
    : Result.mapError(integer(0, 65_535)(text), (problem) => `${problem}, or none`)

/** One of a few words, in capitals or not. */
export const oneOf = <const A extends string>(values: ReadonlyArray<A>): Reading<A> => (text) => {
  const found = values.find((value) => value.toLowerCase() === text.toLowerCase())
  return found === undefined ? Result.fail(`expected ${values.join(", ")}`) : Result.succeed(found)
}

/** A choice, in any of the usual words. */
export const yesOrNo: Reading<boolean> = (text) =>
  /^(?:true|yes|on|1)$/i.test(text)
    ? Result.succeed(true)
    : /^(?:false|no|off|0)$/i.test(text)
    ? Result.succeed(false)
    : Result.fail("expected true or false")

/** An address of the web, without a slash at its end. */
export const address: Reading<string> = (text) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === ""
    ? Result.succeed(text.replace(/\/+$/, ""))
    : Result.fail("expected an http or https address without query")
}

/** Where the registries are described that are spoken to by EPP. */
export const eppFile: Reading<{ readonly type: "epp"; readonly file: string }> = (text) => {
  const file = /^epp:(.+)$/.exec(text.trim())?.[1]
  return file === undefined ? Result.fail("expected epp:FILE") : Result.succeed({ type: "epp", file })
}

/** Any text but none. */
export const nonEmpty: Reading<string> = (text) =>
  text.trim() === "" ? Result.fail("expected a name or an address") : Result.succeed(text.trim())

/** Addresses and networks, or none. */
export const networks: Reading<ReadonlyArray<string>> = (text) => {
  if (text.trim() === "none") return Result.succeed([])
  const wrong = partsOf(text).filter((part) => !isNetwork(part))
  return wrong.length === 0
    ? Result.succeed(partsOf(text))
    : Result.fail(`expected addresses or networks like 10.0.0.0/8, and ${wrong.join(", ")} is neither`)
}

const partsOf = (text: string): ReadonlyArray<string> =>
  text.split(",").map((part) => part.trim()).filter((part) => part !== "")

/** Texts with commas between. */
export const texts: Reading<ReadonlyArray<string>> = (text) => Result.succeed(partsOf(text))

/** A name of the DNS. */
export const domainName: Reading<string> = (text) =>
  Result.isSuccess(DnsName.parse(text)) ? Result.succeed(text) : Result.fail("expected names such as ns1.example.com")

/** One name of the DNS at least. */
export const domainNames: Reading<ReadonlyArray<string>> = (text) =>
  partsOf(text).length === 0
    ? Result.fail("expected names such as ns1.example.com")
    : Result.all(partsOf(text).map(domainName))

/** Names of the DNS, or none. */
export const reservedNames: Reading<ReadonlyArray<string>> = (text) => Result.all(partsOf(text).map(domainName))

const isOrganizationId = Schema.is(OrganizationId)

/** Ids of organizations, or none. */
export const organizationIds: Reading<ReadonlyArray<OrganizationId>> = (text) => {
  const wrong = partsOf(text).filter((part) => !isOrganizationId(part))
  return wrong.length === 0
    ? Result.succeed(partsOf(text).filter(isOrganizationId))
    : Result.fail(`expected ids of organizations, and ${wrong.join(", ")} is none`)
}

/** IP addresses, by their versions. */
export const addresses: Reading<DnsSettings["anycast"]> = (text) => {
  const wrong = partsOf(text).filter((part) => isIP(part) === 0)
  return wrong.length === 0
    ? Result.succeed({
      ipv4: partsOf(text).filter((part) => isIP(part) === 4),
      ipv6: partsOf(text).filter((part) => isIP(part) === 6)
    })
    : Result.fail(`expected addresses, and ${wrong.join(", ")} is none`)
}

/** Origins of the web, as browsers write them. */
export const origins: Reading<ReadonlyArray<string>> = (text) => {
  const wrong = partsOf(text).filter((part) => URL.parse(part)?.origin !== part)
  return wrong.length === 0
    ? Result.succeed(partsOf(text))
    : Result.fail(`expected origins like https://client.example, and ${wrong.join(", ")} is none`)
}

const isNetwork = (text: string): boolean =>
  Result.isSuccess(IpNetwork.fromString(text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`))

/** A text that is hard to guess. */
export const secret: Reading<Redacted.Redacted> = (text) =>
  text.length < 32 ? Result.fail("expected at least 32 characters") : Result.succeed(Redacted.make(text))

/** A realm of this process, none, or the address of somebody else's. */
export const realm: Reading<"embedded" | "none" | { readonly issuer: string }> = (text) =>
  text === "embedded" || text === "none"
    ? Result.succeed(text)
    : Result.mapBoth(address(text), {
      onFailure: () => "expected embedded, none, or the https address of an issuer",
      // As it was written: issuers are compared as texts, and some end in a slash.
      onSuccess: () => ({ issuer: text })
    })
