import { BatchNames, NameStatus, StreamNames, Suggestion, suggestionFields } from "@namewright/core/availability"
import { limits } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { Produces } from "../shared/ContentNegotiation.ts"
import { eventStreamType } from "../shared/eventStream.ts"
import { reads, readsBody } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import type { Metering } from "../shared/RateLimiter.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const AvailabilityMeta = Schema.Struct({
  total: Schema.Int,
  /** Milliseconds. */
  processing_time_ms: Schema.Int
}).annotate({ identifier: "AvailabilityMeta" })

const NameStatuses = Schema.Struct({ results: Schema.Array(NameStatus), meta: AvailabilityMeta }).annotate({
  identifier: "NameStatuses"
})

const StreamRequest = Schema.Struct({ domains: StreamNames }).annotate({ identifier: "AvailabilityStreamRequest" })

/** Counts the names in the query. */
const byNames: Metering = { kind: "names", cost: ({ domains = [] }) => [domains].flat().length }

/** The handler counts the names, which are in the body. */
const byNamesInBody: Metering = { kind: "names", cost: () => 0 }

const statusStream = HttpApiSchema.StreamUint8Array({ contentType: eventStreamType })

/** Each suggestion may ask a registry. */
const byLimit: Metering = {
  kind: "names",
  cost: ({ limit }) =>
    Math.min(limits.suggestions.maximum, Math.max(1, Number(limit ?? limits.suggestions.standard) || 1))
}

const SuggestionResults = Schema.Struct({
  results: Schema.Array(Suggestion),
  /** The same list; some clients read it under this name. */
  suggestions: Schema.Array(Suggestion),
  meta: AvailabilityMeta
}).annotate({ identifier: "Suggestions" })

export class AvailabilityApi extends HttpApiGroup.make("availability")
  .add(
    HttpApiEndpoint.get("checkAvailability", "/v1/availability", {
      query: { domains: BatchNames },
      success: NameStatuses
    }).annotate(OpenApi.Summary, "Look up the status of up to 50 names; answers may be a few seconds old")
      .annotateMerge(reads({ rights: [], enforcesScope: "rrsets", metering: byNames })),
    HttpApiEndpoint.post("streamAvailability", "/v1/availability/stream", {
      payload: StreamRequest,
      success: statusStream,
      error: problems.rateLimited
    }).annotate(OpenApi.Summary, "Stream the status of up to 1,000 names, each as soon as it is known")
      .annotate(
        OpenApi.Description,
        "Server-sent events: one message per name, then the event `done` with the total and the time."
      )
      .annotateMerge(readsBody({ rights: [], enforcesScope: "rrsets", metering: byNamesInBody })).annotate(Produces, [
        eventStreamType
      ]),
    HttpApiEndpoint.get("streamAvailabilityOfQuery", "/v1/availability/stream", {
      query: { domains: StreamNames },
      success: statusStream
    }).annotate(OpenApi.Summary, "Stream the status of the names in the query; use the POST form instead")
      .annotate(OpenApi.Deprecated, true)
      .annotateMerge(reads({ rights: [], enforcesScope: "rrsets", metering: byNames })).annotate(Produces, [
        eventStreamType
      ]),
    HttpApiEndpoint.get("suggestDomains", "/v1/domain-search/suggest", {
      query: suggestionFields,
      success: SuggestionResults,
      error: problems.upstream
    }).annotate(OpenApi.Summary, "Suggest available names for words or a name, with prices")
      .annotateMerge(reads({ rights: [], enforcesScope: "rrsets", metering: byLimit }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Statuses of names, for searches")
{}
