import type { Layer } from "effect"
import type {
  CredentialStore,
  IpRestrictionStore,
  PasswordHasher,
  RoleStore,
  SigningKeyStore,
  UserStore
} from "../access/index.ts"
import type { SvgRasterizer, TxtRecords } from "../branding/index.ts"
import type { CertificateAuthorities, PublicRecords } from "../certificates/index.ts"
import type {
  AliasResolver,
  DelegationLookup,
  Nameservers,
  OwnershipProof,
  ZoneKeyStore,
  ZoneStore
} from "../dns/index.ts"
import type { Mailer } from "../mail/index.ts"
import type { VatRegister } from "../organizations/index.ts"
import type { PaymentProvider } from "../payments/index.ts"
import type { Processes, ProcessStore } from "../processes/index.ts"
import type { Registrars } from "../registrars/index.ts"
import type {
  ClaimsNotices,
  RegistryMaintenanceStore,
  RegistryRouter,
  RegistrySessionSlots,
  SimulatorStore
} from "../registry/index.ts"
import type { Readiness, TableStatistics } from "../shared/index.ts"
import type { TldCatalog } from "../tlds/index.ts"
import type { WebhookSender } from "../webhooks/index.ts"
import type { services } from "./services.ts"

/** Ports that a storage layer provides: those of the services, of simulated and real registries, and of authentication. */
export type Storage =
  | Exclude<
    Layer.Services<typeof services>,
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
    | Registrars
    | RegistryRouter
    | SvgRasterizer
    | TldCatalog
    | TxtRecords
    | VatRegister
    | WebhookSender
  >
  | SimulatorStore
  | RegistryMaintenanceStore
  | RegistrySessionSlots
  | CredentialStore
  | IpRestrictionStore
  | ProcessStore
  | Readiness
  | RoleStore
  | SigningKeyStore
  | TableStatistics
  | UserStore
  | ZoneKeyStore
  | ZoneStore
