import { DnsName } from "@namewright/core/dns"
import { Result } from "effect"
import type { TcpLimits } from "../transport/TcpLimits.ts"
import type { TsigKey, TsigKeyOptions } from "./tsig/TsigKey.ts"
import { tsigKey } from "./tsig/TsigKey.ts"

/** A nameserver that transfers zones from the hidden primary. */
export interface SecondaryOptions {
  /** Name of the nameserver in the installation: its publications continue under it after a restart. */
  readonly name: string
  readonly host: string
  /** Default 53. */
  readonly port?: number | undefined
  /** Name of the key shared with the hidden primary. */
  readonly key: string
  /**
   * True if it configures its zones from the catalog zone. Default true. Otherwise its operator adds and removes zones, and
   * publications do not wait for removals.
   */
  readonly catalog?: boolean | undefined
  /**
   * True to answer queries from its address without a key; then `host` is an address. Default false. PowerDNS transfers
   * the members of a catalog without a key.
   */
  readonly trustAddress?: boolean | undefined
}

/** Configuration of the hidden primary and its secondaries. */
export interface HiddenPrimaryOptions {
  /** Address to listen on, and to send NOTIFY from. */
  readonly host: string
  /** Port for UDP and TCP; 0 for a free one. */
  readonly port: number
  readonly keys: ReadonlyArray<TsigKeyOptions>
  readonly secondaries: ReadonlyArray<SecondaryOptions>
  /** Name of the catalog zone. Default `catalog.invalid`. */
  readonly catalog?: string | undefined
  /** Seconds that a publication waits for a secondary; afterwards it fails and is retried later. Default 5. */
  readonly waitSeconds?: number | undefined
  /** Limits of TCP connections. */
  readonly tcp?: Partial<TcpLimits> | undefined
}

/** A secondary with all defaults. */
export interface Secondary {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly key: TsigKey
  readonly catalog: boolean
  readonly trustAddress: boolean
}

/** The options, parsed and with all defaults. */
export interface HiddenPrimarySettings {
  readonly host: string
  readonly port: number
  readonly keys: ReadonlyArray<TsigKey>
  readonly secondaries: ReadonlyArray<Secondary>
  readonly catalog: DnsName.DnsName
  readonly waitSeconds: number
  readonly tcp: Partial<TcpLimits>
}

/** The options have problems; `problems` lists all of them. */
export class HiddenPrimaryMisconfigured extends Error {
  override readonly name = "HiddenPrimaryMisconfigured"
  readonly problems: ReadonlyArray<string>

  constructor(problems: ReadonlyArray<string>) {
    super(`The hidden primary cannot be set up:\n${problems.map((problem) => `- ${problem}`).join("\n")}`)
    this.problems = problems
  }
}

const repeated = (names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index))
]

const keyName = (name: string): string => `${name.replace(/\.$/, "")}.`.toLowerCase()

/** Parses the options. */
export const hiddenPrimarySettings = (
  options: HiddenPrimaryOptions
): Result.Result<HiddenPrimarySettings, HiddenPrimaryMisconfigured> => {
  const read = options.keys.map(tsigKey)
  const keys = new Map(read.flatMap((key) => Result.isSuccess(key) ? [[String(key.success.name), key.success]] : []))
  const catalog = DnsName.parse(options.catalog ?? "catalog.invalid")
  const problems = [
    ...read.flatMap((key) => Result.isFailure(key) ? [key.failure] : []),
    ...repeated(options.keys.map(({ name }) => keyName(name))).map((name) => `the key "${name}" is there twice`),
    ...repeated(options.secondaries.map(({ name }) => name)).map((name) => `the secondary "${name}" is there twice`),
    ...options.secondaries.filter(({ key }) => !options.keys.some(({ name }) => keyName(name) === keyName(key))).map((
      { key, name }
    ) => `the secondary "${name}" has the key "${key}", which is not among the keys`),
    ...Result.isFailure(catalog) ? [`the catalog "${options.catalog}": ${catalog.failure.message}`] : []
  ]
  if (problems.length > 0 || Result.isFailure(catalog)) return Result.fail(new HiddenPrimaryMisconfigured(problems))
  const secondaries = options.secondaries.flatMap((secondary) => {
    const key = keys.get(keyName(secondary.key))
    if (key === undefined) return []
    const { host, name } = secondary
    const [port, withCatalog] = [secondary.port ?? 53, secondary.catalog ?? true]
    return [{ name, host, port, key, catalog: withCatalog, trustAddress: secondary.trustAddress ?? false }]
  })
  return Result.succeed({
    host: options.host,
    port: options.port,
    keys: [...keys.values()],
    secondaries,
    catalog: DnsName.lowerCase(catalog.success),
    waitSeconds: options.waitSeconds ?? 5,
    tcp: options.tcp ?? {}
  })
}
