import { Clock, Layer } from "effect"
import { PasswordHasher, SealedSecrets } from "../access/index.ts"
import { availabilitySettings, CurrentAvailabilitySettings } from "../availability/index.ts"
import { SvgRasterizer, TxtRecords } from "../branding/index.ts"
import { CertificateAuthorities, layerSandboxAuthority, PublicRecords } from "../certificates/index.ts"
import {
  Aliases,
  AliasResolver,
  DelegationLookup,
  HostedLookup,
  HostedProof,
  type Nameservers,
  OwnershipProof,
  PublishedZones,
  StoredZoneKeys,
  type ZoneKeyring
} from "../dns/index.ts"
import type { Mailer } from "../mail/index.ts"
import type { VatRegister } from "../organizations/index.ts"
import type { PaymentProvider } from "../payments/index.ts"
import { Processes } from "../processes/index.ts"
import type { Registrars } from "../registrars/index.ts"
import { type ClaimsNotices, layerPausingRouter, type RegistryRouter, RegistrySimulator } from "../registry/index.ts"
import { PlatformSettings } from "../shared/index.ts"
import { layerTelemetry } from "../telemetry/index.ts"
import { TldCatalog } from "../tlds/index.ts"
import { WebhookSender } from "../webhooks/index.ts"
import { claimsNoticesLayer } from "./ClaimsNoticesOption.ts"
import { invoicingLayer } from "./InvoicingOption.ts"
import { mailerLayer } from "./MailerOption.ts"
import { nameserversLayer } from "./NameserversOption.ts"
import { paymentsLayer } from "./PaymentsOption.ts"
import type { PlatformOptions } from "./PlatformOptions.ts"
import { pricingLayer } from "./PricingOption.ts"
import { startedWithStorageFailures } from "./PromiseRunner.ts"
import { registrarsLayer } from "./RegistrarsOption.ts"
import { registriesLayer } from "./RegistriesOption.ts"
import { reportFilesLayer } from "./ReportFilesOption.ts"
import { services } from "./services.ts"
import { settingsOf } from "./settingsOf.ts"
import type { Storage } from "./Storage.ts"
import { suggestionsLayer } from "./SuggestionsOption.ts"
import { vatRegisterLayer } from "./VatRegisterOption.ts"
import { withCallContext } from "./withCallContext.ts"

/** Everything that a platform is made of. */
export type PlatformServices =
  | Layer.Success<typeof services>
  | AliasResolver
  | CertificateAuthorities
  | PublicRecords
  | ClaimsNotices
  | DelegationLookup
  | Mailer
  | Nameservers
  | OwnershipProof
  | PasswordHasher
  | PaymentProvider
  | Processes
  | PublishedZones
  | ZoneKeyring
  | Registrars
  | RegistryRouter
  | RegistrySimulator
  | SvgRasterizer
  | TldCatalog
  | TxtRecords
  | VatRegister
  | WebhookSender
  | Storage

/**
 * The services over the storage of the options, for hosts that use Effect throughout. A long-running host runs
 * `Worker.work`, or adds `Processes.layerHeartbeats`: other processes take over the leases of a process that sends no
 * heartbeats.
 */
export const layerPlatform = (options: PlatformOptions): Layer.Layer<PlatformServices, unknown> =>
  withCallContext(platformOf(options))

const platformOf = (options: PlatformOptions): Layer.Layer<PlatformServices, unknown> =>
  startedWithStorageFailures(onStorage(options)).pipe(
    Layer.provideMerge(options.storage),
    Layer.provideMerge(Layer.mergeAll(
      Layer.succeed(PlatformSettings, settingsOf(options)),
      options.clock === undefined ? Layer.empty : Layer.succeed(Clock.Clock, options.clock),
      layerTelemetry(options)
    ))
  )

/** Everything that reads and writes the storage. */
const onStorage = (options: PlatformOptions) =>
  services.pipe(
    Layer.provideMerge(resolversAndZones(options)),
    Layer.provideMerge(registries(options)),
    Layer.provideMerge(Layer.mergeAll(
      TldCatalog.layerOf(options.tlds ?? []),
      options.passwordHasher ?? PasswordHasher.layerNone,
      options.svgRasterizer ?? SvgRasterizer.layerNone,
      options.txtRecords ?? TxtRecords.layerNone,
      claimsNoticesLayer(options.claimsNotices, options.environment),
      options.certificateAuthorities ?? standardAuthorities(options),
      options.publicRecords ?? PublicRecords.layerNone,
      mailerLayer(options),
      registrarsLayer(options),
      options.webhookSender ?? WebhookSender.layerNone,
      reportFilesLayer(options.reportFiles),
      paymentsLayer(options),
      pricingLayer(options.pricing),
      invoicingLayer(options.invoicing),
      suggestionsLayer(options.suggestions),
      vatRegisterLayer(options.vatRegister),
      Processes.layer,
      Layer.succeed(CurrentAvailabilitySettings, { ...availabilitySettings, ...options.availability })
    ))
  )

/** Resolvers of the public DNS, the nameservers and the zones that are published on them. */
const resolversAndZones = (options: PlatformOptions) =>
  Layer.mergeAll(options.delegationLookup ?? standardLookup(options), options.ownershipProof ?? standardProof(options))
    .pipe(
      Layer.provideMerge(nameserversLayer(options.nameservers)),
      Layer.provideMerge(PublishedZones.layer),
      Layer.provideMerge(Layer.mergeAll(Aliases.layer, StoredZoneKeys.pipe(Layer.provide(SealedSecrets.layer)))),
      Layer.provideMerge(options.aliasResolver ?? AliasResolver.layerNone)
    )

const registries = (options: PlatformOptions) =>
  layerPausingRouter.pipe(
    Layer.provide(registriesLayer(options.registries, options.environment)),
    Layer.provideMerge(RegistrySimulator.layerWith(options.simulator ?? {}))
  )

/** A sandbox does not query the public DNS and registers; production installations do. */
const standardLookup = ({ environment }: PlatformOptions) =>
  environment === "production" ? DelegationLookup.layerNone : HostedLookup

const standardProof = ({ environment }: PlatformOptions) =>
  environment === "production" ? OwnershipProof.layerNone : HostedProof

const standardAuthorities = ({ environment }: PlatformOptions) =>
  environment === "production" ? CertificateAuthorities.layerNone : layerSandboxAuthority
