import { type Clock, Layer, type Logger, Redacted, Result } from "effect"
import type { PasswordHasher } from "../access/index.ts"
import {
  type AliasResolver,
  type DelegationLookup,
  DnsName,
  generatedLabelLength,
  type Nameservers,
  type OwnershipProof,
  type PublishedZones,
  type ZoneOwnershipStore,
  type ZoneStore
} from "../dns/index.ts"
import type { Processes } from "../processes/index.ts"
import type {
  RegistrarIds,
  RegistryRouter,
  RegistrySessionSlots,
  RegistrySimulator,
  SimulatorSettings
} from "../registry/index.ts"
import type { ReportFiles } from "../reports/index.ts"
import { type DnsSettings, type Environment, limits, type PlatformSettings, standardSettings } from "../shared/index.ts"
import { specProblems, type TldCatalog, type TldSpec } from "../tlds/index.ts"
import type { WebhookSender } from "../webhooks/index.ts"
import { type PricingOption, pricingProblems } from "./PricingOption.ts"
import type { Storage } from "./Storage.ts"

/** What an installation is made of. Only storage has to be chosen. */
export interface PlatformOptions {
  /** `sqlite({ filename })`, `postgres({ url })`, or a layer of your own that provides the same ports. */
  readonly storage: Layer.Layer<Storage, unknown>
  /** Where the files of reports lie, for example `reportFolder("/var/lib/reports")`. Default in the database. */
  readonly reportFiles?: Layer.Layer<ReportFiles> | undefined
  /** Which registry serves which backend. Default `RegistrySimulator.layerRouter()`: all of them are simulated. */
  readonly registries?:
    | Layer.Layer<
      RegistryRouter,
      unknown,
      Processes | RegistrarIds | RegistrySimulator | RegistrySessionSlots | TldCatalog
    >
    | undefined
  /** Settings of the simulated registries. Default `simulatorSettings`. */
  readonly simulator?: Partial<SimulatorSettings> | undefined
  /** Specifications that go before those of the same TLD that the platform brings along. */
  readonly tlds?: ReadonlyArray<TldSpec> | undefined
  /** Default `sandbox`. Credentials of one environment do not work in the other. */
  readonly environment?: Environment | undefined
  /** Where the REST interface is reached; also the issuer of its access tokens. Default `http://127.0.0.1:8080`. */
  readonly baseUrl?: string | URL | undefined
  /** How long a process goes on with what it knows of a credential, in seconds. Default 5. */
  readonly credentialCacheSeconds?: number | undefined
  /** Encrypts private keys, webhook secrets, second factors and what the sign-in realm keeps in the database; at least 32 characters. */
  readonly keyEncryptionSecret?: string | Redacted.Redacted | undefined
  /**
   * Who hashes the passwords of people, such as `passwordHasher` of `@namewright/http`; without it the platform keeps no
   * passwords, and people sign in elsewhere.
   */
  readonly passwordHasher?: Layer.Layer<PasswordHasher, unknown> | undefined
  /** Who sends webhooks, such as `webhookSender` of `@namewright/http`; without it the platform takes no endpoints. */
  readonly webhookSender?: Layer.Layer<WebhookSender, unknown> | undefined
  /** Whether webhooks may go to this machine itself, and there without TLS. Default false. */
  readonly webhookLoopback?: boolean | undefined
  /**
   * Below which address people find the pages of approvals, each by its id. Without it no organization can have them
   * approved on the web.
   */
  readonly approvalPages?: string | URL | undefined
  /**
   * Client ids of the operator's own programs, such as a console. With their tokens people call the REST interface
   * directly; every other program that a person has connected is bound by the organization's policy for agents.
   */
  readonly ownPrograms?: ReadonlyArray<string> | undefined
  /** Nameservers, mailbox and addresses that zones are made with. Default names below `namewright.test`. */
  readonly dns?: Partial<DnsSettings> | undefined
  /** Who serves zones, such as `embeddedNameserver` of `@namewright/nameservers`; without it nobody does. */
  readonly nameservers?: Layer.Layer<Nameservers, unknown, PublishedZones> | undefined
  /** Who looks up what ALIAS records lead to, such as `publicAliasResolver` of `@namewright/nameservers`; without it nobody does. */
  readonly aliasResolver?: Layer.Layer<AliasResolver, unknown> | undefined
  /**
   * Who looks whether the names of vanity nameservers are in place, such as `publicDelegationLookup` of
   * `@namewright/nameservers`. Default in a sandbox the zones and registries of the installation itself, else nobody.
   */
  readonly delegationLookup?:
    | Layer.Layer<DelegationLookup, unknown, RegistryRouter | TldCatalog | ZoneOwnershipStore | ZoneStore>
    | undefined
  /**
   * Looks for proofs that names belong to organizations, such as `publicOwnershipProof` of `@namewright/nameservers`.
   * Default in a sandbox the registries of the installation and the parts that names play, else none: nothing is proven.
   */
  readonly ownershipProof?: Layer.Layer<OwnershipProof, unknown, RegistryRouter | TldCatalog> | undefined
  /**
   * Prices of the host, which precede price lists: `async (query) => ({ amount: "9.50" })`, or `null` for the list price.
   * A failure refuses the order. The price of an order is the answer to its one question.
   */
  readonly pricing?: PricingOption | undefined
  /** What time it is. Default the system's clock. */
  readonly clock?: Clock.Clock | undefined
  /** Where log entries go, for example `[Logger.consoleJson]`. Default nowhere: a library does not write to the console. */
  readonly loggers?: ReadonlyArray<Logger.Logger<unknown, unknown>> | undefined
}

/** Options that no platform can be made of; `problems` names every one. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError"
  readonly problems: ReadonlyArray<string>

  constructor(problems: ReadonlyArray<string>) {
    super(`The platform cannot be made of these options:\n${problems.map((problem) => `- ${problem}`).join("\n")}`)
    this.problems = problems
  }
}

/** The settings that the options ask for; throws a `ConfigurationError` with every problem. */
export const settingsOf = (options: PlatformOptions): PlatformSettings => {
  const baseUrl = String(options.baseUrl ?? standardSettings.base_url)
  const environment = options.environment ?? standardSettings.environment
  const cacheSeconds = options.credentialCacheSeconds ?? standardSettings.credential_cache_seconds
  const secret = options.keyEncryptionSecret
  const dns = { ...standardSettings.dns, ...options.dns }
  const approvalPages = options.approvalPages === undefined ? undefined : String(options.approvalPages)
  const problems = [
    ...(Layer.isLayer(options.storage)
      ? []
      : ["storage: expected sqlite({ filename }), postgres({ url }) or a layer of your own"]),
    ...(environment === "sandbox" || environment === "production"
      ? []
      : [`environment: expected "sandbox" or "production", got ${JSON.stringify(environment)}`]),
    ...(options.registries === undefined || Layer.isLayer(options.registries)
      ? []
      : ["registries: expected a layer, such as RegistrySimulator.layerRouter(drivers)"]),
    ...(options.webhookSender === undefined || Layer.isLayer(options.webhookSender)
      ? []
      : ["webhookSender: expected a layer, such as webhookSender of @namewright/http"]),
    ...(options.passwordHasher === undefined || Layer.isLayer(options.passwordHasher)
      ? []
      : ["passwordHasher: expected a layer, such as passwordHasher of @namewright/http"]),
    ...(options.tlds ?? []).flatMap((spec) =>
      specProblems(spec).map((problem) => `tlds: .${spec.tlds[0].name}: ${problem}`)
    ),
    ...addressProblems("baseUrl", baseUrl),
    ...(approvalPages === undefined ? [] : addressProblems("approvalPages", approvalPages)),
    ...pricingProblems(options.pricing),
    ...dnsProblems(dns),
    ...(Number.isFinite(cacheSeconds) && cacheSeconds >= 0
      ? []
      : ["credentialCacheSeconds: expected a number of seconds, 0 or more"]),
    ...(secret === undefined || textOf(secret).length >= 32
      ? []
      : ["keyEncryptionSecret: expected at least 32 characters"])
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return {
    environment,
    base_url: baseUrl.replace(/\/+$/, ""),
    credential_cache_seconds: cacheSeconds,
    webhook_loopback: options.webhookLoopback === true,
    own_programs: options.ownPrograms ?? [],
    dns,
    ...(approvalPages === undefined ? {} : { approval_pages: approvalPages.replace(/\/+$/, "") }),
    ...(secret === undefined ? {} : { key_encryption_secret: Redacted.make(textOf(secret)) })
  }
}

const textOf = (secret: string | Redacted.Redacted): string =>
  Redacted.isRedacted(secret) ? Redacted.value(secret) : secret

const dnsProblems = ({ nameservers, reserved = [], rname }: DnsSettings): ReadonlyArray<string> => [
  ...(nameservers.length > 0 ? [] : ["dns.nameservers: expected at least one name"]),
  ...[...nameservers, rname, ...reserved].filter((name) => Result.isFailure(DnsName.parse(name)))
    .map((name) => `dns: expected names such as ns1.example.com, got ${JSON.stringify(name)}`),
  ...nameservers.filter((name) => name.length > longestNameserver)
    .map((name) => `dns.nameservers: expected at most ${longestNameserver} characters, got ${JSON.stringify(name)}`)
]

/** Characters of a nameserver name that leave room for the label of an organization below it. */
const longestNameserver = limits.domainName.maximum - generatedLabelLength - 1

const addressProblems = (option: string, text: string): ReadonlyArray<string> => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return [`${option}: expected an http or https address, got ${JSON.stringify(text)}`]
  }
  return url.search === "" && url.hash === "" && url.username === "" && url.password === ""
    ? []
    : [`${option}: expected an address without credentials, query and fragment`]
}
