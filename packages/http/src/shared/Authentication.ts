import type { CurrentActor } from "@namewright/core/shared"
import { HttpApiMiddleware } from "effect/http-api"
import { problems } from "./Problem.ts"

/** Finds out who calls; every operation but the token endpoint stands behind it. */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: CurrentActor }>()(
  "@namewright/http/shared/Authentication",
  { error: [problems.unauthenticated, problems.forbidden, problems.rateLimited] }
) {}
