import type { Clock, Layer, Logger, Redacted } from "effect"
import type { PasswordHasher } from "../access/index.ts"
import type { AvailabilitySettings } from "../availability/index.ts"
import type { SvgRasterizer, TxtRecords } from "../branding/index.ts"
import type { CertificateAuthorities, PublicRecords } from "../certificates/index.ts"
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
import type { ExternalRegistrar } from "../domains/index.ts"
import type { Mailer, MailerDriver } from "../mail/index.ts"
import type { VatRegister, VatRegisterFunction } from "../organizations/index.ts"
import type { PaymentDriver } from "../payments/index.ts"
import type { RegistrarDriver } from "../registrars/index.ts"
import type { ClaimsNotices, RegistryRouter, SimulatorSettings } from "../registry/index.ts"
import type { ReportFiles, ReportFilesDriver } from "../reports/index.ts"
import type { DnsSettings, Environment, WhitelabelSettings } from "../shared/index.ts"
import type { TelemetryOptions } from "../telemetry/index.ts"
import type { TldCatalog, TldSpec } from "../tlds/index.ts"
import type { WebhookSender } from "../webhooks/index.ts"
import type { ClaimsNoticeFunction } from "./ClaimsNoticesOption.ts"
import type { InvoicingOption } from "./InvoicingOption.ts"
import type { PricingOption } from "./PricingOption.ts"
import type { RegistriesOption } from "./RegistriesOption.ts"
import type { Storage } from "./Storage.ts"
import type { SuggestionFunction } from "./SuggestionsOption.ts"

/** Options of an installation. Only `storage` is required. */
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
  /**
   * Trademark notices of claims keys, from the Trademark Clearinghouse: `async (claimsKey) => notice`, `null` for an unknown
   * key, or a layer. Default in a sandbox: notices for the keys of simulated registries; in production: none, and names in
   * a claims phase are not registered.
   */
  readonly claimsNotices?: ClaimsNoticeFunction | Layer.Layer<ClaimsNotices, unknown> | undefined
  /**
   * External registrars whose accounts customers can connect: `{ OPENSRS: defineRegistrar({ ... }) }`. Others are
   * simulated in a sandbox, and cannot be connected in production.
   */
  readonly registrars?: Readonly<Partial<Record<ExternalRegistrar, RegistrarDriver>>> | undefined
  /** Settings of the simulated registries. Default `simulatorSettings`. */
  readonly simulator?: Partial<SimulatorSettings> | undefined
  /** Settings of look-ups of availability. Default `availabilitySettings`. */
  readonly availability?: Partial<AvailabilitySettings> | undefined
  /** TLD specifications. They replace included ones of the same TLD. */
  readonly tlds?: ReadonlyArray<TldSpec> | undefined
  /** Default `sandbox`. Credentials of one environment do not work in the other. */
  readonly environment?: Environment | undefined
  /** Public address of the REST interface, and issuer of its access tokens. Default `http://127.0.0.1:8080`. */
  readonly baseUrl?: string | URL | undefined
  /** Time for which a process caches credentials, in seconds; bound of a revocation by another process. Default 5. */
  readonly credentialCacheSeconds?: number | undefined
  /**
   * Encrypts private keys, webhook secrets, secrets of external registrars, second factors and records of the sign-in
   * realm in the database; at least 32 characters.
   */
  readonly keyEncryptionSecret?: string | Redacted.Redacted | undefined
  /**
   * Draws SVG logos as PNG for mails, such as `svgRasterizer` of `@namewright/http`. Without it, mails show the name of the
   * brand instead of an SVG.
   */
  readonly svgRasterizer?: Layer.Layer<SvgRasterizer, unknown> | undefined
  /**
   * Password hashing, such as `passwordHasher` of `@namewright/http`. Without it, the platform stores no passwords, and
   * people sign in with another identity provider.
   */
  readonly passwordHasher?: Layer.Layer<PasswordHasher, unknown> | undefined
  /**
   * Sends mails: `{ send: async (message) => {} }`, `mailbox()`, or a layer such as `smtpMailer({ url })` of
   * `@namewright/http`. Default in a sandbox: mails are stored, and are considered sent; in production: they are stored,
   * and wait for a process with a mailer.
   */
  readonly mailer?: Layer.Layer<Mailer, unknown> | MailerDriver | undefined
  /**
   * Sender of mails, such as `Example Registrar <noreply@example.com>`. Default `Namewright <noreply@namewright.test>`.
   */
  readonly mailFrom?: string | undefined
  /**
   * Address of the sender of mails with the brand of an organization, such as `noreply@mail.example`. Its domain should
   * not contain the name of the installation. Default: the address of `mailFrom`.
   */
  readonly brandMailFrom?: string | undefined
  /**
   * Domain whose SPF record contains the mail servers of the installation, such as `_spf.example.com`. Organizations can use
   * addresses of their own for the mails of their brands only with it, and with `txtRecords`.
   */
  readonly mailSpfDomain?: string | undefined
  /** TXT records of the public DNS, such as `publicTxtRecords()` of `@namewright/nameservers`. */
  readonly txtRecords?: Layer.Layer<TxtRecords, unknown> | undefined
  /**
   * Days before the expiry of a domain at which its registrant gets a mail, from 365 to -30; negative ones are after it, and
   * an empty list means no mails. Default 30, 7 and -3, as ICANN requires for generic TLDs.
   */
  readonly expiryMailDays?: ReadonlyArray<number> | undefined
  /**
   * Webhook transport, such as `webhookSender` of `@namewright/http`. Without it, webhook endpoints cannot be created.
   */
  readonly webhookSender?: Layer.Layer<WebhookSender, unknown> | undefined
  /** True if endpoints may have loopback addresses, without TLS. Default false. */
  readonly webhookLoopback?: boolean | undefined
  /**
   * Address of the pages of approvals; the id of an approval is appended. Without it, organizations cannot require
   * approval on the web.
   */
  readonly approvalPages?: string | URL | undefined
  /**
   * Address of the pages where people sign in, `{baseUrl}/realms/{environment}` for the embedded realm: mails to users link
   * to them. Without it, users are not invited to set a password.
   */
  readonly signInPages?: string | URL | undefined
  /**
   * Client ids of the operator's own programs, such as a console. With their tokens people call the REST interface
   * directly; every other program that a person has connected is bound by the organization's policy for agents.
   */
  readonly ownPrograms?: ReadonlyArray<string> | undefined
  /** Nameservers, mailbox and addresses of new zones. Default: names below `namewright.test`. */
  readonly dns?: Partial<DnsSettings> | undefined
  /**
   * Zone below which white-label hosts are, and the addresses of this installation:
   * `{ zone: "brands.example.com", addresses: { ipv4: ["192.0.2.10"], ipv6: [] } }`. Without it, no white-label
   * configurations are sold.
   */
  readonly whitelabel?: WhitelabelSettings | undefined
  /**
   * Servers of zones: drivers of `defineNameserver`, or a layer such as `embeddedNameserver` of `@namewright/nameservers`.
   * Default: zones are not served.
   */
  readonly nameservers?: ReadonlyArray<NameserverDriver> | Layer.Layer<Nameservers, unknown, PublishedZones> | undefined
  /**
   * Resolver of ALIAS targets, such as `publicAliasResolver` of `@namewright/nameservers`. Without it, ALIAS records are
   * not resolved.
   */
  readonly aliasResolver?: Layer.Layer<AliasResolver, unknown> | undefined
  /**
   * Looks up the addresses of vanity nameservers, such as `publicDelegationLookup` of `@namewright/nameservers`. Default
   * in a sandbox: the zones and registries of the installation; in production: none.
   */
  readonly delegationLookup?:
    | Layer.Layer<DelegationLookup, unknown, RegistryRouter | TldCatalog | ZoneOwnershipStore | ZoneStore>
    | undefined
  /**
   * Looks for proofs that names belong to organizations, such as `publicOwnershipProof` of `@namewright/nameservers`.
   * Default in a sandbox: the registries of the installation, and simulated answers; in production: none, and nothing is proven.
   */
  readonly ownershipProof?: Layer.Layer<OwnershipProof, unknown, RegistryRouter | TldCatalog> | undefined
  /**
   * Authorities that issue certificates for hosts of the platform and its customers, in the order in which they are used. Default
   * in a sandbox: an authority of its own, which no browser trusts; in production: none.
   */
  readonly certificateAuthorities?: Layer.Layer<CertificateAuthorities, unknown> | undefined
  /**
   * Records of hosts that are checked before a certificate is ordered, such as `publicRecords({ ownAddresses })` of
   * `@namewright/nameservers`. Default: nothing is checked.
   */
  readonly publicRecords?: Layer.Layer<PublicRecords, unknown> | undefined
  /**
   * Names that are suggested for a search: `async ({ text, tlds, limit }) => ["blue-shop.com"]`. The platform looks up
   * which are available, and their prices. Default: names made from the words of the search.
   */
  readonly suggestions?: SuggestionFunction | undefined
  /**
   * Prices of the host, which precede price lists: `async (query) => ({ amount: "9.50" })`, or `null` for the list price.
   * A failure refuses the order. An order calls the function once.
   */
  readonly pricing?: PricingOption | undefined
  /**
   * Issuer, numbers and terms of invoices: `{ issuer, first_month: "2026-01", payment_days: 14 }`, or a layer. Without it,
   * and in a sandbox, no invoices are issued.
   */
  readonly invoicing?: InvoicingOption | Layer.Layer<never, unknown> | undefined
  /**
   * Payment provider with which customers top up their wallets, such as `stripePayments({ ... })` of `@namewright/http`.
   * Default in a sandbox: `simulatedPayments()`; in production: none.
   */
  readonly payments?: PaymentDriver | undefined
  /**
   * Register that VAT numbers of organizations are checked with, such as `viesRegister()` of `@namewright/http`:
   * `async ({ country_code, number }) => ({ valid, name, address })`, or a layer. Default: only the format is checked.
   */
  readonly vatRegister?: VatRegisterFunction | Layer.Layer<VatRegister, unknown> | undefined
  /** Default: the system's clock. */
  readonly clock?: Clock.Clock | undefined
  /** Loggers of Effect, such as `[Logger.consoleJson]`, beside `logger`. Default none. */
  readonly loggers?: ReadonlyArray<Logger.Logger<unknown, unknown>> | undefined
}
