import { Result } from "effect"
import { NetAddress } from "effect/net"
import { type Environment, isPublicAddress } from "../shared/index.ts"

/** Rules for webhook URLs on this installation. */
export interface WebhookUrlRules {
  readonly environment: Environment
  /** True if loopback addresses are allowed, also without TLS. */
  readonly loopback: boolean
}

/** Normalised URL, or a description of its problem. */
export const webhookUrl = (text: string, rules: WebhookUrlRules): Result.Result<string, string> => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return Result.fail("Expected an https address")
  }
  const problem = hostProblem(url, text, rules) ?? partProblem(url, rules)
  return problem === undefined ? Result.succeed(url.href) : Result.fail(problem)
}

const partProblem = (url: URL, { environment, loopback }: WebhookUrlRules): string | undefined => {
  if (url.username !== "" || url.password !== "") return "Expected an address without credentials"
  if (url.hash !== "") return "Expected an address without a fragment"
  const isLocal = isLoopbackHost(url.hostname)
  if (url.protocol === "http:" && environment === "production" && !(loopback && isLocal)) {
    return "Expected an https address"
  }
  const port = url.port === "" ? undefined : Number(url.port)
  return port !== undefined && port < 1024 && port !== 80 && port !== 443 && !isLocal
    ? "Expected port 443, 80, or one above 1023"
    : undefined
}

/**
 * Problem of the host. URL parsers accept `0x7f.1` and `2130706433` as IP addresses; such notations hide the target.
 */
const hostProblem = (url: URL, text: string, { loopback }: WebhookUrlRules): string | undefined => {
  if (loopback && isLoopbackHost(url.hostname)) return undefined
  const address = literalOf(url.hostname)
  if (address === undefined) return nameProblem(url.hostname)
  if (Result.isFailure(NetAddress.ipFromString(withoutBrackets(hostOf(text))))) {
    return "Expected an IP address in its usual notation"
  }
  return isPublicAddress(address) ? undefined : "Expected an address of the public internet"
}

const nameProblem = (hostname: string): string | undefined => {
  const labels = hostname.replace(/\.$/, "").split(".")
  return labels.length < 2 || labels.at(-1) === "localhost" ? "Expected a name of the public internet" : undefined
}

/** Host in the notation of the text. */
const hostOf = (text: string): string =>
  /^[a-z]+:[\\/]*(?:[^\\/?#@]*@)?(\[[^\]]*\]|[^\\/?#:]*)/i.exec(text.trim())?.[1] ?? ""

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, "")

/** IP address of a host; undefined for a name. */
export const literalOf = (hostname: string): NetAddress.IpAddress | undefined =>
  Result.getOrUndefined(NetAddress.ipFromString(withoutBrackets(hostname)))

/** True for a loopback address and for `localhost`. */
export const isLoopbackHost = (hostname: string): boolean => {
  const address = literalOf(hostname)
  return address === undefined ? hostname === "localhost" : NetAddress.isLoopback(address)
}
