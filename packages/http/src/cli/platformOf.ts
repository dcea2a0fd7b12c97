import { Migrations } from "@namewright/adapters-sql"
import { layerPlatform, type PlatformOptions } from "@namewright/core/embed"
import { Processes } from "@namewright/core/processes"
import type { DnsSettings } from "@namewright/core/shared"
import { publicAliasResolver, publicDelegationLookup, publicOwnershipProof } from "@namewright/nameservers"
import { layerEppRouter, readEppConfig } from "@namewright/registry-epp"
import { reportFolder } from "@namewright/reports-node"
import { Effect, Layer, Logger } from "effect"
import { dirname, join } from "node:path"
import { passwordHasher } from "../access/PasswordHasherScrypt.ts"
import { telemetry } from "../platform/telemetry.ts"
import { webhookSender } from "../webhooks/WebhookSenderNode.ts"
import { connected, inFile, prepareFolder, storageOf } from "./Database.ts"
import { lineLogger } from "./lineLogger.ts"
import type { Settings } from "./Settings.ts"
import { version } from "./version.ts"

const loggers = {
  pretty: lineLogger,
  json: Logger.consoleJson,
  logfmt: Logger.consoleLogFmt
} as const satisfies Record<Settings["logFormat"], Logger.Logger<unknown, void>>

/** How an installation is run from the command line. */
export type PlatformChoice = Pick<Settings, "database" | "environment" | "keyEncryptionSecret" | "logFormat"> & {
  readonly zoneNameservers?: Settings["zoneNameservers"]
  readonly zoneMailbox?: Settings["zoneMailbox"]
  readonly zoneAddresses?: Settings["zoneAddresses"]
  readonly reservedZones?: Settings["reservedZones"]
  readonly operatorOrganizations?: Settings["operatorOrganizations"]
  readonly primaryCatalog?: Settings["primaryCatalog"]
  readonly baseUrl?: string | undefined
  readonly webhookLoopback?: boolean | undefined
  readonly otlpUrl?: string | undefined
  readonly reportsFolder?: string | undefined
  readonly registry?: Settings["registry"]
  readonly ownPrograms?: Settings["ownPrograms"]
  /** Where people approve what agents ask for; undefined where they cannot. */
  readonly approvalPages?: string | undefined
  /** Who serves zones; undefined where this process publishes none. */
  readonly nameservers?: PlatformOptions["nameservers"]
}

/** Where reports lie; undefined for the database itself, which every process sees. */
const reportFilesOf = ({ database, reportsFolder }: PlatformChoice) => {
  const file = inFile(database)
  const folder = reportsFolder ?? (file === undefined ? undefined : join(dirname(file), "reports"))
  return folder === undefined ? undefined : reportFolder(folder)
}

/** What zones show and which nobody makes; commands that make no zones choose nothing of it. */
const dnsOf = (
  { operatorOrganizations, primaryCatalog, reservedZones = [], zoneAddresses, zoneMailbox, zoneNameservers }:
    PlatformChoice
): Partial<DnsSettings> => ({
  reserved: primaryCatalog === undefined ? reservedZones : [...reservedZones, primaryCatalog],
  operators: operatorOrganizations,
  ...(zoneNameservers === undefined ? {} : { nameservers: zoneNameservers }),
  ...(zoneMailbox === undefined ? {} : { rname: zoneMailbox }),
  ...(zoneAddresses === undefined ? {} : { anycast: zoneAddresses })
})

/** Who keeps names: what the file describes, and the simulator for the rest; undefined for the simulator alone. */
const registriesOf = ({ registry }: PlatformChoice) =>
  registry && Layer.unwrap(Effect.map(readEppConfig(registry.file), layerEppRouter))

/** A schema that a later version has made is not for this one. */
const notNewer = Effect.flatMap(Migrations.version, ({ known, stored }) =>
  stored <= known
    ? Effect.void
    : Effect.fail(new Error(`its schema ${stored} was made by a later version; this one knows ${known}`)))

/** The services over the chosen database, once it is known to answer. */
export const platformOf = (choice: PlatformChoice) => {
  const { baseUrl, database, environment, keyEncryptionSecret, logFormat, nameservers, otlpUrl, webhookLoopback } =
    choice
  const storage = storageOf(database)
  const observed = otlpUrl === undefined
    ? Layer.empty
    : telemetry({ url: otlpUrl, serviceVersion: version })
  const usable = Layer.effectDiscard(Effect.andThen(prepareFolder(database), connected(database, notNewer)))
  const reportFiles = reportFilesOf(choice)
  const options = {
    storage,
    reportFiles,
    registries: registriesOf(choice),
    environment,
    baseUrl,
    keyEncryptionSecret,
    webhookLoopback,
    passwordHasher,
    webhookSender,
    nameservers,
    approvalPages: choice.approvalPages,
    ownPrograms: choice.ownPrograms,
    dns: dnsOf(choice),
    aliasResolver: publicAliasResolver(),
    // Names of a sandbox do not exist in the public DNS.
    delegationLookup: environment === "production" ? publicDelegationLookup() : undefined,
    ownershipProof: environment === "production" ? publicOwnershipProof() : undefined
  }
  return Processes.layerHeartbeats.pipe(
    Layer.provideMerge(layerPlatform(options)),
    Layer.provideMerge(storage),
    Layer.provideMerge(observed),
    Layer.provideMerge(Logger.layer([loggers[logFormat]])),
    Layer.provideMerge(usable)
  )
}
