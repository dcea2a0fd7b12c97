import { Migrations } from "@namewright/adapters-sql"
import { publicDelegationLookup } from "@namewright/nameservers"
import { readEppConfig } from "@namewright/registry-epp"
import { Clock, Effect, FileSystem, Path, Result } from "effect"
import { SqlClient } from "effect/sql"
import { hidesCallers } from "../realm/callerAddresses.ts"
import { connected, type Database, describeDatabase, inFile } from "./Database.ts"
import { freePort } from "./freePort.ts"
import { readInvoicing } from "./invoicingFile.ts"
import { describeMail, mailRoute } from "./mailerOf.ts"
import { type NameserverAddress, nameserverAddress } from "./nameserverAddress.ts"
import { nameserverNames } from "./nameserverNames.ts"
import { paymentCheck } from "./paymentCheck.ts"
import type { CheckResult } from "./printCheckResults.ts"
import { reconciliationRecords } from "./reconciliationRecords.ts"
import { registryRecords } from "./registryRecords.ts"
import { proxyAdvice } from "./requireProxies.ts"
import type { Settings } from "./Settings.ts"
import { tlsChecks } from "./tlsChecks.ts"

type Check<R = never> = Effect.Effect<CheckResult, never, R>

const fine = (about: string, explanation: string): CheckResult => ({ about, verdict: "fine", explanation })
const advice = (about: string, explanation: string): CheckResult => ({ about, verdict: "advice", explanation })
const problem = (about: string, explanation: string): CheckResult => ({ about, verdict: "problem", explanation })

/** Checks the requirements of the platform with these settings. Changes nothing. */
export const diagnose = (settings: Settings) =>
  Effect.all([
    node,
    folder(settings.database),
    database(settings.database),
    clock(settings.database),
    listening(settings),
    answering(settings),
    Effect.provide(nameserverNames(settings), publicDelegationLookup()),
    registries(settings),
    Effect.succeed(mail(settings)),
    invoices(settings),
    Effect.succeed(paymentCheck(settings)),
    Effect.succeed(proxies(settings)),
    Effect.succeed(secrets(settings))
  ]).pipe(
    Effect.zipWith(registryRecords(settings.database), (results, records) => [...results, ...records]),
    Effect.zipWith(reconciliationRecords(settings.database), (results, record) => [...results, record]),
    Effect.zipWith(tlsChecks(settings), (results, tls) => [...results, ...tls])
  )

const node: Check = Effect.sync(() => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > 22 || (major === 22 && minor >= 19)
    ? fine("Node", process.version)
    : problem("Node", `${process.version}; 22.19 or later is needed`)
})

const folder = Effect.fnUntraced(function*(chosen: Database) {
  const file = inFile(chosen)
  if (file === undefined) return fine("Folder", "no file is written")
  const path = yield* Path.Path
  const files = yield* FileSystem.FileSystem
  const name = path.dirname(path.resolve(file))
  if (!(yield* Effect.orElseSucceed(files.exists(name), () => false))) {
    return advice("Folder", `${name} does not exist yet; it is created at the start`)
  }
  const writable = yield* Effect.isSuccess(files.access(name, { writable: true }))
  return writable
    ? fine("Folder", `${name} can be written`)
    : problem("Folder", `${name} cannot be written by this user`)
})

const database = Effect.fnUntraced(function*(chosen: Database) {
  const file = inFile(chosen)
  const files = yield* FileSystem.FileSystem
  if (file !== undefined && !(yield* Effect.orElseSucceed(files.exists(file), () => false))) {
    return advice("Database", `${file} does not exist yet; it is created at the start`)
  }
  const version = yield* Effect.result(connected(chosen, Migrations.version))
  if (Result.isFailure(version)) return problem("Database", version.failure.message)
  const { known, stored } = version.success
  if (stored === known) return fine("Database", `${describeDatabase(chosen)}; schema ${stored}`)
  return stored < known
    ? advice("Database", `${describeDatabase(chosen)}; schema ${stored} of ${known}; migrated at the start`)
    : problem(
      "Database",
      `${describeDatabase(chosen)}; its schema ${stored} is newer than that of this program, ${known}`
    )
})

/** Compares the clocks. The database compares no instants, so a difference is advice, not a problem. */
const clock = Effect.fnUntraced(function*(chosen: Database) {
  if (chosen.type === "sqlite") return fine("Clock", "this machine's")
  const databaseTime = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{ readonly millis: string }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS millis`
  )
  const answer = yield* Effect.option(connected(chosen, databaseTime))
  const theirs = answer._tag === "Some" ? Number(answer.value[0]?.millis) : Number.NaN
  if (Number.isNaN(theirs)) return advice("Clock", "could not be compared with the database's")
  const seconds = Math.round(Math.abs((yield* Clock.currentTimeMillis) - theirs) / 1000)
  return seconds <= 5
    ? fine("Clock", "agrees with the database's")
    : advice("Clock", `${seconds} seconds apart from the database's; set both by NTP`)
})

const listening = ({ host, port }: Settings): Check =>
  Effect.match(freePort(host, port), {
    onFailure: ({ message }) => problem("Port", message),
    onSuccess: () => fine("Port", port === 0 ? `a free one of ${host}` : `${port} of ${host} is free`)
  })

const answering = (settings: Settings): Check =>
  Effect.match(nameserverAddress(settings), {
    onFailure: ({ message }) => problem("Nameserver", message),
    onSuccess: (address) =>
      address === undefined
        ? fine("Nameserver", "disabled")
        : fine("Nameserver", settings.dnsPort === 0 ? `a free port of ${address.host}` : described(address))
  })

const described = ({ host, port }: NameserverAddress): string => `port ${port} of ${host} is free`

const registries = ({ environment, registry }: Settings): Check => {
  if (registry !== undefined) {
    return Effect.match(readEppConfig(registry.file), {
      onFailure: ({ message }) => problem("Registries", message),
      onSuccess: ({ registries: [...configured] }) =>
        fine("Registries", `${configured.map(({ name }) => name).join(", ")}; namewright registry doctor checks each`)
    })
  }
  return Effect.succeed(
    environment === "sandbox"
      ? fine("Registries", "simulated, with their state in the database")
      : advice("Registries", "simulated in production: nothing is registered at real registries")
  )
}

/** Check of the destination of mails. Connects to no server. */
const mail = (settings: Settings): CheckResult => {
  const { type } = mailRoute(settings)
  const verdict = type === "invalid"
    ? problem
    : type === "none" && settings.environment === "production"
    ? advice
    : fine
  return verdict("Mail", describeMail(settings))
}

const invoices = ({ environment, invoices: file }: Settings): Check => {
  if (environment === "sandbox") return Effect.succeed(fine("Invoices", "none in a sandbox"))
  if (file === undefined) {
    return Effect.succeed(advice("Invoices", "none are issued; --invoices names a file with the issuer"))
  }
  return Effect.match(readInvoicing(file), {
    onFailure: ({ message }) => problem("Invoices", message),
    onSuccess: ({ first_month, issuer }) => fine("Invoices", `issued by ${issuer.name} from ${first_month}`)
  })
}

/** Check of the proxies, without which an installation may not start. */
const proxies = ({ baseUrl = "", realm, trustedProxies }: Settings): CheckResult =>
  realm === "embedded" && hidesCallers(trustedProxies, baseUrl)
    ? problem("Proxies", proxyAdvice)
    : fine(
      "Proxies",
      trustedProxies?.length ? `${trustedProxies.join(", ")} name the caller` : "callers connect directly"
    )

const secrets = ({ baseUrl, environment, keyEncryptionSecret }: Settings): CheckResult => {
  if (environment === "sandbox") return fine("Production", "not checked in a sandbox")
  const missing = [
    ...(baseUrl?.startsWith("https:") ? [] : ["--base-url should be the https address that callers use"]),
    ...(keyEncryptionSecret === undefined ? ["--key-encryption-secret would protect signing keys in backups"] : [])
  ]
  return missing.length === 0 ? fine("Production", "set up") : advice("Production", missing.join("; "))
}
