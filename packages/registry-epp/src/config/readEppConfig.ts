import { inputIssues } from "@namewright/core/shared"
import { Effect, Redacted, Result, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { EppUri } from "../message/EppUri.ts"
import { fixedCredentials } from "../pool/EppCredentials.ts"
import type { EppPoolOptions } from "../pool/EppPoolOptions.ts"
import { generic } from "../profile/genericProfiles.ts"
import { changedProfile, profiles } from "../profile/profiles.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import type { EppTls } from "../session/EppEndpoint.ts"
import { EppConfig, type RegistryConfig } from "./EppConfig.ts"
import { EppConfigInvalid } from "./EppConfigInvalid.ts"
import { fileCredentials } from "./FileCredentials.ts"

/** A configured registry with its account. */
export interface ConfiguredRegistry {
  /** Name of the registry, chosen by the operator. */
  readonly name: string
  readonly tlds: ReadonlyArray<string>
  readonly profile: RegistryProfile
  readonly registrar: string
  /** Environment of the host, as in maintenance notices. */
  readonly environment: string
  /** File of the password; undefined if the password cannot be changed. */
  readonly passwordFile?: string | undefined
  readonly pool: EppPoolOptions
}

export interface ConfiguredRegistries {
  readonly file: string
  readonly registries: ReadonlyArray<ConfiguredRegistry>
}

/** Default port of EPP (RFC 5734, section 6). */
const standardPort = 700

/**
 * Reads a configuration and the files that it names, which are relative to its folder. Reports all problems at once.
 */
export const readEppConfig = Effect.fn("readEppConfig")(function*(path: string) {
  const file = resolve(path)
  const refuse = (problems: Problems) => new EppConfigInvalid({ file, problems })
  const text = yield* Effect.mapError(fileText(file), () => refuse(["The file cannot be read"]))
  const config = yield* Effect.mapError(Effect.fromResult(decoded(text)), refuse)
  const results = yield* Effect.forEach(
    Object.entries(config.registries),
    ([name, registry]) => configured(name, registry, dirname(file))
  )
  const [first, ...others] = results.flatMap(({ name, problems }) =>
    problems.map((problem) => `registries.${name}.${problem}`)
  )
  if (first !== undefined) return yield* refuse([first, ...others])
  const read: ConfiguredRegistries = { file, registries: results.map(({ registry }) => registry) }
  return read
})

type Problems = EppConfigInvalid["problems"]

const fileText = (file: string) => Effect.tryPromise(() => readFile(file, "utf8"))

const decode = Schema.decodeUnknownResult(EppConfig)

const decoded = (text: string): Result.Result<EppConfig, Problems> => {
  const json = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(json)) return Result.fail(["The file is not JSON"])
  return Result.mapError(decode(json.success, { errors: "all", onExcessProperty: "error" }), ({ issue }): Problems => {
    const [first, ...others] = inputIssues(issue, "body").map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`)
    return first === undefined ? ["The configuration is not of the documented form"] : [first, ...others]
  })
}

/** Problems of one registry beyond its form, and the registry, which is only valid without problems. */
const configured = Effect.fnUntraced(function*(name: string, config: RegistryConfig, folder: string) {
  const problems: Array<string> = []
  const profile = profileOf(config.profile)
  if (profile === undefined) problems.push(`profile: expected one of ${Object.keys(profiles).join(", ")}`)
  const read = (key: string, file: string | undefined) => readPart(key, file, folder, problems)
  const tls = yield* tlsOf(config, read)
  if ((config.password === undefined) === (config.passwordFile === undefined)) {
    problems.push("password: expected either password or passwordFile")
  }
  yield* read("passwordFile", config.passwordFile)
  if (tls.certificate !== undefined && tls.key === undefined) problems.push("tls.key: expected beside tls.certificate")
  const {
    environment = "production",
    host,
    limits,
    password,
    passwordFile,
    port = standardPort,
    registrar,
    timeouts,
    tlds,
    user
  } = config
  const registry: ConfiguredRegistry = {
    name,
    tlds,
    profile: profile ?? generic,
    registrar: registrar ?? user,
    environment,
    passwordFile: passwordFile && resolve(folder, passwordFile),
    pool: {
      name,
      endpoint: { host, port, tls },
      credentials: passwordFile === undefined
        ? fixedCredentials(user, password ?? Redacted.make(""))
        : fileCredentials(user, resolve(folder, passwordFile)),
      wanted: {
        objects: profile?.objects ?? [],
        extensions: [
          ...profile?.extensions ?? [],
          ...(profile?.allocation_token === undefined ? [] : [EppUri.allocationToken])
        ],
        language: config.language ?? "en"
      },
      userAgent: { app: "Namewright" },
      ...(limits === undefined ? {} : { limits }),
      ...(timeouts === undefined ? {} : { timeouts })
    }
  }
  return { name, problems, registry }
})

const profileOf = (config: RegistryConfig["profile"]): RegistryProfile | undefined => {
  const name = typeof config === "string" ? config : config.extends
  const base = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  return base === undefined || typeof config === "string" ? base : changedProfile(base, config)
}

type ReadPart = (key: string, file: string | undefined) => Effect.Effect<string | undefined>

const readPart = (key: string, file: string | undefined, folder: string, problems: Array<string>) =>
  file === undefined
    ? Effect.undefined
    : Effect.catch(fileText(resolve(folder, file)), () => {
      problems.push(`${key}: the file ${file} cannot be read`)
      return Effect.undefined
    })

const tlsOf = Effect.fnUntraced(function*({ tls = {} }: RegistryConfig, read: ReadPart) {
  const ca = yield* read("tls.ca", tls.ca)
  const certificate = yield* read("tls.certificate", tls.certificate)
  const key = yield* read("tls.key", tls.key)
  const passphrase = yield* read("tls.passphraseFile", tls.passphraseFile)
  const parts: EppTls = {
    serverName: tls.serverName,
    ca,
    certificate,
    key: key === undefined ? undefined : Redacted.make(key),
    passphrase: passphrase === undefined ? undefined : Redacted.make(passphrase.trimEnd())
  }
  return parts
})
