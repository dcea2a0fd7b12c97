import { Page } from "@namewright/core/shared"
import {
  CreateWebhookEndpoint,
  ReplayWebhookEvents,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryId,
  webhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointId,
  WebhookEndpointWithSecret,
  webhookList,
  WebhookReplay
} from "@namewright/core/webhooks"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byId = { webhook_endpoint_id: WebhookEndpointId }
const byDelivery = { ...byId, webhook_delivery_id: WebhookDeliveryId }

const endpoint = "/v1/webhooks/:webhook_endpoint_id"
const delivery = `${endpoint}/deliveries/:webhook_delivery_id` as const

/** Webhook operations. They are not part of the REST specification. */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("listWebhooks", "/v1/webhooks", {
      query: listParameters(webhookList),
      success: Page(WebhookEndpoint),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the organization's webhook endpoints, oldest first")
      .annotateMerge(reads({ rights: ["events:read"] })),
    HttpApiEndpoint.post("createWebhook", "/v1/webhooks", {
      payload: CreateWebhookEndpoint,
      success: WebhookEndpointWithSecret.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.conflict, problems.invalid, problems.unavailable]
    }).annotate(OpenApi.Summary, "Create a webhook endpoint; only the response contains its secret")
      .annotateMerge(writes({ rights: ["events:manage"], risk: "grants" })),
    HttpApiEndpoint.get("getWebhook", endpoint, {
      params: byId,
      success: WebhookEndpoint,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a webhook endpoint")
      .annotateMerge(reads({ rights: ["events:read"] })),
    HttpApiEndpoint.patch("updateWebhook", endpoint, {
      params: byId,
      payload: UpdateWebhookEndpoint,
      success: WebhookEndpoint,
      error: [problems.forbidden, problems.notFound, problems.invalid]
    }).annotate(OpenApi.Summary, "Update, enable or disable a webhook endpoint")
      .annotateMerge(writes({ rights: ["events:manage"], risk: "grants" })),
    HttpApiEndpoint.delete("deleteWebhook", endpoint, {
      params: byId,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Delete a webhook endpoint; pending deliveries are not sent")
      .annotateMerge(writes({ rights: ["events:manage"], risk: ["destroys", "grants"] })),
    HttpApiEndpoint.post("rotateWebhookSecret", `${endpoint}/rotate_secret`, {
      params: byId,
      payload: RotateWebhookSecret,
      success: WebhookEndpointWithSecret,
      error: [problems.forbidden, problems.notFound]
    }).annotate(
      OpenApi.Summary,
      "Rotate the secret of a webhook endpoint; the old secret also signs for a limited time"
    )
      .annotateMerge(writes({ rights: ["events:manage"], risk: "grants" })),
    HttpApiEndpoint.post("testWebhook", `${endpoint}/test`, {
      params: byId,
      success: WebhookDelivery.pipe(HttpApiSchema.status(202)),
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Send a test event")
      .annotateMerge(writes({ rights: ["events:manage"], risk: "none" })),
    HttpApiEndpoint.post("replayWebhookEvents", `${endpoint}/replay`, {
      params: byId,
      payload: ReplayWebhookEvents,
      success: WebhookReplay.pipe(HttpApiSchema.status(202)),
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid]
    }).annotate(OpenApi.Summary, "Send the events of a time range again")
      .annotateMerge(writes({ rights: ["events:manage"], risk: "none" })),
    HttpApiEndpoint.get("listWebhookDeliveries", `${endpoint}/deliveries`, {
      params: byId,
      query: listParameters(webhookDeliveryList),
      success: Page(WebhookDelivery),
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "List the deliveries of the last 30 days to a webhook endpoint, newest first")
      .annotateMerge(reads({ rights: ["events:read"] })),
    HttpApiEndpoint.get("getWebhookDelivery", delivery, {
      params: byDelivery,
      success: WebhookDeliveryDetails,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a webhook delivery with its request body")
      .annotateMerge(reads({ rights: ["events:read"] })),
    HttpApiEndpoint.post("replayWebhookDelivery", `${delivery}/replay`, {
      params: byDelivery,
      success: WebhookDelivery.pipe(HttpApiSchema.status(202)),
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Send a webhook delivery again")
      .annotateMerge(writes({ rights: ["events:manage"], risk: "none" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Events sent to endpoints of the organization, signed according to Standard Webhooks")
{}
