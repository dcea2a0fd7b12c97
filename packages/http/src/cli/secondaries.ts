import { parseTsigKey, type SecondaryOptions, type TsigKeyOptions } from "@namewright/nameservers"
import { Redacted, Result } from "effect"

const parts = (text: string): ReadonlyArray<string> =>
  text.split(",").map((part) => part.trim()).filter((part) => part !== "")

/** Parses each part. Fails with the first problem. */
const all = <A>(
  text: string,
  read: (part: string) => Result.Result<A, string>
): Result.Result<ReadonlyArray<A>, string> => Result.all(parts(text).map(read))

export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** Parses `192.0.2.1:53`, `[2001:db8::1]:53`, or a host without port. */
export const hostAndPort = (text: string): Result.Result<HostAndPort, string> => {
  const [, bracketed, plain, digits = "53"] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/?[\]]+))(?::(\d{1,5}))?$/.exec(text) ??
    []
  const host = bracketed ?? plain
  return host === undefined || Number(digits) > 65_535 || Number(digits) === 0
    ? Result.fail("expected HOST:PORT")
    : Result.succeed({ host, port: Number(digits) })
}

/** Parses `NAME:ALGORITHM:SECRET`, separated by commas; the algorithm is optional. */
export const tsigKeys = (text: string): Result.Result<ReadonlyArray<TsigKeyOptions>, string> =>
  all(text, (part) =>
    Result.map(parseTsigKey(part), ({ algorithm, name, secret }) => ({
      name,
      algorithm,
      secret: Redacted.make(Buffer.from(Redacted.value(secret)).toString("base64"))
    })))

/** Parsed secondary. Without a key, the first key is used. */
export type ChosenSecondary = Omit<SecondaryOptions, "key"> & { readonly key: string | undefined }

const truth: ReadonlyMap<string | null, boolean | undefined> = new Map<string | null, boolean | undefined>([
  [null, undefined],
  ["true", true],
  ["false", false]
])

const form = "expected NAME=HOST:PORT, with ?key=NAME, ?catalog=false or ?trust-address=true appended"

const secondary = (text: string): Result.Result<ChosenSecondary, string> => {
  const [, name, address = "", query = ""] = /^([^=?,\s]+)=([^?]+)(?:\?(.*))?$/.exec(text) ?? []
  const endpoint = hostAndPort(address)
  const chosen = new URLSearchParams(query)
  const [catalog, trust] = [chosen.get("catalog"), chosen.get("trust-address")]
  const isKnown = [...chosen.keys()].every((key) => ["key", "catalog", "trust-address"].includes(key))
  if (name === undefined || Result.isFailure(endpoint) || !isKnown || !truth.has(catalog) || !truth.has(trust)) {
    return Result.fail(form)
  }
  const key = chosen.get("key") ?? undefined
  return Result.succeed({ name, ...endpoint.success, key, catalog: truth.get(catalog), trustAddress: truth.get(trust) })
}

/** Parses `knot=192.0.2.1:53?key=one`, separated by commas. */
export const secondaries = (text: string): Result.Result<ReadonlyArray<ChosenSecondary>, string> => all(text, secondary)
