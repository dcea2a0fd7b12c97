/**
 * The REST interface in the server of the host.
 *
 * @module HTTP
 */
export {
  type FetchSettings,
  type HostSettings,
  type NodeHandler,
  openApiDocument,
  passwordHasher,
  telemetry,
  type TelemetryOptions,
  toFetch,
  toNodeHandler,
  webhookSender
} from "@namewright/http"
