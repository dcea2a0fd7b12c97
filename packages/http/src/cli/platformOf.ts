import { Migrations } from "@namewright/adapters-sql"
import { layerPlatform, type PlatformOptions } from "@namewright/core/embed"
import { Processes } from "@namewright/core/processes"
import type { DnsSettings } from "@namewright/core/shared"
import {
  publicAliasResolver,
  publicDelegationLookup,
  publicOwnershipProof,
  publicRecords,
  publicTxtRecords
} from "@namewright/nameservers"
import { layerEppRouter, readEppConfig } from "@namewright/registry-epp"
import { reportFolder } from "@namewright/reports-node"
import { Cause, Effect, Layer, Logger } from "effect"
import { dirname, join } from "node:path"
import { passwordHasher } from "../access/PasswordHasherScrypt.ts"
import { svgRasterizer } from "../branding/svgRasterizer.ts"
import { viesRegister } from "../organizations/viesRegister.ts"
import { telemetry } from "../platform/telemetry.ts"
import { webhookSender } from "../webhooks/WebhookSenderNode.ts"
import { type AuthorityChoice, certificateAuthoritiesOf } from "./certificateAuthoritiesOf.ts"
import { connected, inFile, prepareFolder, storageOf } from "./Database.ts"
import { invoicingOf } from "./invoicingFile.ts"
import { type MailChoice, mailerOf } from "./mailerOf.ts"
import { paymentsOf } from "./paymentsOf.ts"
import type { Settings } from "./Settings.ts"
import { version } from "./version.ts"

/** Logs one line per entry: time, level, message and annotations, followed by the cause of a failure. */
const lineLogger = Logger.make<unknown, void>((entry) => {
  const { annotations, cause, level, message, timestamp } = Logger.formatStructured.log(entry)
  const texts = (Array.isArray(message) ? message : [message]).map(textOf)
  const facts = Object.entries(annotations).map(([key, value]) => `${key}=${textOf(value)}`)
  const line = [timestamp.slice(11, 19), level.padEnd(5), ...texts, ...facts].join(" ")
  console.log(cause === undefined ? line : `${line}\n${Cause.pretty(entry.cause)}`)
})

const textOf = (value: unknown): string => typeof value === "string" ? value : JSON.stringify(value)

const loggers = {
  pretty: lineLogger,
  json: Logger.consoleJson,
  logfmt: Logger.consoleLogFmt
} as const satisfies Record<Settings["logFormat"], Logger.Logger<unknown, void>>

/** Settings of an installation on the command line. */
export type PlatformChoice =
  & MailChoice
  & Pick<Settings, "database" | "environment" | "keyEncryptionSecret" | "logFormat">
  & AuthorityChoice
  & {
    readonly zoneNameservers?: Settings["zoneNameservers"]
    readonly zoneMailbox?: Settings["zoneMailbox"]
    readonly zoneAddresses?: Settings["zoneAddresses"]
    readonly reservedZones?: Settings["reservedZones"]
    readonly operatorOrganizations?: Settings["operatorOrganizations"]
    readonly primaryCatalog?: Settings["primaryCatalog"]
    readonly whitelabelZone?: Settings["whitelabelZone"]
    readonly whitelabelAddresses?: Settings["whitelabelAddresses"]
    readonly whitelabelTerms?: Settings["whitelabelTerms"]
    readonly baseUrl?: string | undefined
    readonly publicAddresses?: Settings["publicAddresses"]
    readonly webhookLoopback?: boolean | undefined
    readonly brandMailFrom?: string | undefined
    readonly mailSpfDomain?: string | undefined
    readonly expiryMailDays?: Settings["expiryMailDays"]
    readonly otlpUrl?: string | undefined
    readonly stripeSecretKey?: Settings["stripeSecretKey"]
    readonly stripeWebhookSecret?: Settings["stripeWebhookSecret"]
    readonly paymentReturnUrl?: Settings["paymentReturnUrl"]
    readonly vatRegister?: Settings["vatRegister"]
    readonly reportsFolder?: string | undefined
    readonly invoices?: Settings["invoices"]
    readonly registry?: Settings["registry"]
    readonly ownPrograms?: Settings["ownPrograms"]
    /** URL of the approval pages; undefined without them. */
    readonly approvalPages?: string | undefined
    /** URL of the pages where people sign in; undefined without them. */
    readonly signInPages?: string | undefined
    /** Nameservers; undefined if this process publishes no zones. */
    readonly nameservers?: PlatformOptions["nameservers"]
  }

/** Storage of report files; undefined for the database, which all processes share. */
const reportFilesOf = ({ database, reportsFolder }: PlatformChoice) => {
  const file = inFile(database)
  const folder = reportsFolder ?? (file === undefined ? undefined : join(dirname(file), "reports"))
  return folder === undefined ? undefined : reportFolder(folder)
}

/** Settings of zones; defaults for commands that create no zones. */
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

/** White-label hosts; undefined without a zone for them. */
const whitelabelOf = ({ whitelabelAddresses, whitelabelTerms, whitelabelZone }: PlatformChoice) =>
  whitelabelZone === undefined ? undefined : {
    zone: whitelabelZone,
    addresses: whitelabelAddresses ?? { ipv4: [], ipv6: [] },
    protected_terms: whitelabelTerms
  }

/** Registries: those of the file and the simulator for other TLDs; undefined for the simulator alone. */
const registriesOf = ({ registry }: PlatformChoice) =>
  registry && Layer.unwrap(Effect.map(readEppConfig(registry.file), layerEppRouter))

/** Services on the chosen database, after a test of the connection. */
export const platformOf = (choice: PlatformChoice) => {
  const { baseUrl, database, environment, keyEncryptionSecret, logFormat, nameservers, otlpUrl, webhookLoopback } =
    choice
  const storage = storageOf(database)
  const observed = otlpUrl === undefined
    ? Layer.empty
    : telemetry({ url: otlpUrl, serviceVersion: version })
  const usable = Layer.effectDiscard(
    Effect.andThen(prepareFolder(database), connected(database, Migrations.refuseNewer))
  )
  const reportFiles = reportFilesOf(choice)
  const options = {
    storage,
    reportFiles,
    registries: registriesOf(choice),
    invoicing: invoicingOf(choice.invoices),
    environment,
    baseUrl,
    keyEncryptionSecret,
    webhookLoopback,
    mailer: mailerOf(choice),
    mailFrom: choice.mailFrom,
    brandMailFrom: choice.brandMailFrom,
    expiryMailDays: choice.expiryMailDays,
    mailSpfDomain: choice.mailSpfDomain,
    txtRecords: publicTxtRecords(),
    passwordHasher,
    svgRasterizer,
    payments: paymentsOf(choice),
    webhookSender,
    vatRegister: choice.vatRegister === "vies" ? viesRegister() : undefined,
    nameservers,
    certificateAuthorities: certificateAuthoritiesOf(choice),
    approvalPages: choice.approvalPages,
    signInPages: choice.signInPages,
    ownPrograms: choice.ownPrograms,
    dns: dnsOf(choice),
    whitelabel: whitelabelOf(choice),
    aliasResolver: publicAliasResolver(),
    // Names of a sandbox do not exist in the public DNS.
    delegationLookup: environment === "production" ? publicDelegationLookup() : undefined,
    publicRecords: environment === "production" ? publicRecords({ ownAddresses: choice.publicAddresses }) : undefined,
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
