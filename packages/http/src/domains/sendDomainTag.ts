import { type Domain, domainTag } from "@namewright/core/domains"
import { Effect } from "effect"
import { sendEntityTag } from "../shared/ConditionalHeaders.ts"

/** Sends the entity tag of a domain in the response. */
export const sendDomainTag = (domain: Domain): Effect.Effect<void> => Effect.flatMap(domainTag(domain), sendEntityTag)
