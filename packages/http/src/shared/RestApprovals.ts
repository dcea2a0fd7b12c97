import type { CurrentActor } from "@namewright/core/shared"
import { Context, type Effect } from "effect"
import type { HttpRouter, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"

/** Handles writes over REST that programs send for people and that need an approval. */
export class RestApprovals extends Context.Service<RestApprovals, {
  readonly handle: (
    endpoint: HttpApiEndpoint.Top
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, CurrentActor | HttpRouter.Provided>
}>()("@namewright/http/shared/RestApprovals") {}
