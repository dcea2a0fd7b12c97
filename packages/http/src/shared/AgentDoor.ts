import type { CurrentActor } from "@namewright/core/shared"
import { Context, type Effect } from "effect"
import type { HttpRouter, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"

/** Answers the writes that programs send to the REST interface for people: they pass the gate of approvals. */
export class AgentDoor extends Context.Service<AgentDoor, {
  readonly answer: (
    endpoint: HttpApiEndpoint.Top
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, CurrentActor | HttpRouter.Provided>
}>()("@namewright/http/shared/AgentDoor") {}
