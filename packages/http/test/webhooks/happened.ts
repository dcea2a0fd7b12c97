import { EventLog } from "@namewright/core/events"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"

/** Records that a domain of the organization was renewed. */
export const happened = (organization_id: OrganizationId) =>
  Effect.flatMap(EventLog, (log) =>
    log.record({
      organization_id,
      object_type: "DOMAIN",
      object_id: "domain_01h455vb4pex5vsknk084sn02q",
      object_name: "a.example",
      type: "RENEWAL",
      subtype: "SUCCESS",
      event_data: { message: "a.example is renewed" }
    }))
