/**
 * The REST interface in the server of the host.
 *
 * @module HTTP
 */
export {
  type FetchSettings,
  type HostSettings,
  mailFolder,
  type NodeHandler,
  openApiDocument,
  passwordHasher,
  smtpMailer,
  type SmtpMailerOptions,
  telemetry,
  type TelemetryOptions,
  toFetch,
  toNodeHandler,
  webhookSender
} from "@namewright/http"
