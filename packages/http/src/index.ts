export { passwordHasher } from "./access/PasswordHasherScrypt.ts"
export { svgRasterizer } from "./branding/svgRasterizer.ts"
export type { HostSettings } from "./HostSettings.ts"
export { mailFolder } from "./mail/mailFolder.ts"
export { smtpMailer, type SmtpMailerOptions } from "./mail/smtpMailer.ts"
export { viesRegister, type ViesRegisterOptions } from "./organizations/viesRegister.ts"
export { stripePayments, type StripePaymentsOptions } from "./payments/stripePayments.ts"
export { type DocumentedServer, openApiDocument } from "./platform/openapi/openApiDocument.ts"
export { telemetry, type TelemetryOptions } from "./platform/telemetry.ts"
export { PlatformApi } from "./PlatformApi.ts"
export type { ExternalRealm, RealmChoice } from "./realm/RealmChoice.ts"
export { namewrightRegistrar, type NamewrightRegistrarOptions } from "./registrars/namewrightRegistrar.ts"
export { openSrsRegistrar, type OpenSrsRegistrarOptions } from "./registrars/openSrsRegistrar.ts"
export { routes, type RouteServices, type ServedPlatform } from "./routes.ts"
export { type SecureOptions, serve, type ServeOptions } from "./serve.ts"
export { defaultHttpSettings, HttpSettings, type Rate, type RateLimits } from "./shared/HttpSettings.ts"
export { statusOf } from "./statusOf.ts"
export { issuedCertificates } from "./tls/issuedCertificates.ts"
export {
  type FindCertificate,
  type PresentedCertificate,
  SecureContexts,
  type SecureContextsOptions,
  type SecureEntry
} from "./tls/SecureContexts.ts"
export { serveChallenges, type ServeChallengesOptions } from "./tls/serveChallenges.ts"
export { type FetchSettings, toFetch } from "./toFetch.ts"
export { type NodeHandler, toNodeHandler } from "./toNodeHandler.ts"
export { webhookSender } from "./webhooks/WebhookSenderNode.ts"
