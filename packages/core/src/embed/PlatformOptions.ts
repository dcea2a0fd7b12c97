import type { Clock, Layer, Logger, Redacted } from "effect"
import type { PasswordHasher } from "../access/index.ts"
import type {
  AliasResolver,
  DelegationLookup,
  NameserverDriver,
  Nameservers,
  OwnershipProof,
  PublishedZones,
  ZoneOwnershipStore,
  ZoneStore
} from "../dns/index.ts"
import type { RegistryRouter, SimulatorSettings } from "../registry/index.ts"
import type { ReportFiles, ReportFilesDriver } from "../reports/index.ts"
import type { DnsSettings, Environment } from "../shared/index.ts"
import type { TelemetryOptions } from "../telemetry/index.ts"
import type { TldCatalog, TldSpec } from "../tlds/index.ts"
import type { WebhookSender } from "../webhooks/index.ts"
import type { PricingOption } from "./PricingOption.ts"
import type { RegistriesOption } from "./RegistriesOption.ts"
import type { Storage } from "./Storage.ts"

/** What an installation is made of. Only storage has to be chosen. */
export interface PlatformOptions extends TelemetryOptions {
  /** `sqlite({ filename })`, `postgres({ url })`, or a layer of your own that provides the same ports. */
  readonly storage: Layer.Layer<Storage, unknown>
  /** Storage of report files: `reportFolder("/var/lib/reports")` or `defineReportFiles({ ... })`. Default in the database. */
  readonly reportFiles?: Layer.Layer<ReportFiles> | ReportFilesDriver | undefined
  /**
   * Registries by the backend of their TLD specifications: `{ acme: defineRegistry({ ... }) }`, or a layer that provides the
   * router. Backends without a driver are simulated in a sandbox, and not served in production. Default: all backends are
   * simulated.
   */
  readonly registries?: RegistriesOption | undefined
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
  /**
   * Servers of zones: drivers of `defineNameserver`, or a layer such as `embeddedNameserver` of `@namewright/nameservers`.
   * Default: zones are not served.
   */
  readonly nameservers?: ReadonlyArray<NameserverDriver> | Layer.Layer<Nameservers, unknown, PublishedZones> | undefined
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
  /** Loggers of Effect, such as `[Logger.consoleJson]`, beside `logger`. Default none. */
  readonly loggers?: ReadonlyArray<Logger.Logger<unknown, unknown>> | undefined
}
