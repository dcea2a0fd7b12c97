import { DnsName } from "@namewright/core/dns"
import { Redacted, Result } from "effect"

/** Algorithms (RFC 8945, section 6), without those older than SHA-256. */
export const tsigAlgorithms = {
  "hmac-sha256": { hash: "sha256", octets: 32 },
  "hmac-sha384": { hash: "sha384", octets: 48 },
  "hmac-sha512": { hash: "sha512", octets: 64 }
} as const

export type TsigAlgorithm = keyof typeof tsigAlgorithms

const isTsigAlgorithm = (text: string): text is TsigAlgorithm => Object.hasOwn(tsigAlgorithms, text)

/** Secret shared by two nameservers. */
export interface TsigKey {
  /** Absolute, in lower case. */
  readonly name: DnsName.DnsName
  readonly algorithm: TsigAlgorithm
  readonly secret: Redacted.Redacted<Uint8Array>
}

/** A key as in the configuration of nameservers. */
export interface TsigKeyOptions {
  readonly name: string
  /** Default `hmac-sha256`. */
  readonly algorithm?: TsigAlgorithm | undefined
  /** Base64, as `tsig-keygen` and `keymgr -t` print it. */
  readonly secret: string | Redacted.Redacted
}

/** Octets of the shortest secret. RFC 8945, section 8, recommends the length of the hash. */
const minimumSecret = 16

/** Parses a key. The failure describes the problem without the secret. */
export const tsigKey = (options: TsigKeyOptions): Result.Result<TsigKey, string> => {
  const name = DnsName.parse(options.name)
  const algorithm: string = options.algorithm ?? "hmac-sha256"
  const text = Redacted.isRedacted(options.secret) ? Redacted.value(options.secret) : options.secret
  const octets = Buffer.from(text, "base64")
  if (Result.isFailure(name)) return Result.fail(`the key "${options.name}": ${name.failure.message}`)
  if (!isTsigAlgorithm(algorithm)) {
    return Result.fail(`the key "${options.name}": expected one of ${Object.keys(tsigAlgorithms).join(", ")}`)
  }
  if (octets.toString("base64") !== text || octets.length < minimumSecret) {
    return Result.fail(`the key "${options.name}": expected a secret in base64, of at least ${minimumSecret} octets`)
  }
  return Result.succeed({
    name: DnsName.lowerCase(name.success),
    algorithm,
    secret: Redacted.make(Uint8Array.from(octets), { label: options.name })
  })
}

/** Parses `name:algorithm:secret` or `name:secret`. In `dig -y` the algorithm comes first. */
export const parseTsigKey = (text: string): Result.Result<TsigKey, string> => {
  const parts = text.split(":")
  const [name = "", algorithm, secret] = parts.length === 2 ? [parts[0], "hmac-sha256", parts[1]] : parts
  return parts.length < 2 || parts.length > 3 || secret === undefined || algorithm === undefined
    ? Result.fail("expected NAME:ALGORITHM:SECRET")
    : isTsigAlgorithm(algorithm)
    ? tsigKey({ name, algorithm, secret })
    : Result.fail(`the key "${name}": expected one of ${Object.keys(tsigAlgorithms).join(", ")}`)
}
