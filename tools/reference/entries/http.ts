/**
 * The REST interface in the server of the host.
 *
 * @module HTTP
 */
export {
  type FetchSettings,
  type HostSettings,
  mailFolder,
  namewrightRegistrar,
  type NamewrightRegistrarOptions,
  type NodeHandler,
  openApiDocument,
  openSrsRegistrar,
  type OpenSrsRegistrarOptions,
  passwordHasher,
  smtpMailer,
  type SmtpMailerOptions,
  telemetry,
  type TelemetryOptions,
  toFetch,
  toNodeHandler,
  webhookSender
} from "@namewright/http"
