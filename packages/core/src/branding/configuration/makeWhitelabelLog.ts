import { Effect } from "effect"
import { type EventData, EventLog, type EventSubtype } from "../../events/index.ts"
import { makeObjectLog, type ObjectChange } from "../../objectlog/index.ts"
import { Instant } from "../../shared/index.ts"
import { shownPair } from "./StoredWhitelabelHost.ts"
import { type StoredWhitelabel } from "./WhitelabelState.ts"

/** Content of an event about a configuration. */
export interface WhitelabelHappening {
  readonly subtype: EventSubtype
  readonly message: string
  readonly error?: EventData["error"]
}

const logged = (config: StoredWhitelabel) => ({
  tier: config.tier,
  base_label: config.base_label,
  own_hostname: config.own_hostname,
  dashboard_subdomain: config.dashboard_subdomain,
  auth_subdomain: config.auth_subdomain,
  enabled: config.enabled,
  onboarding_status: config.onboarding_status,
  failure_code: config.failure_code,
  renewal_mode: config.renewal_mode,
  expires_on: config.expires_on === null ? null : Instant.format(config.expires_on)
})

/** Records the changes of configurations, in the caller's transaction. */
export const makeWhitelabelLog = Effect.gen(function*() {
  const events = yield* EventLog
  const log = yield* makeObjectLog

  /** An event of the organization. */
  const record = (config: StoredWhitelabel, { error, message, subtype }: WhitelabelHappening) =>
    Effect.asVoid(events.record({
      organization_id: config.organization_id,
      object_type: "UNKNOWN",
      object_id: config.whitelabel_branding_id,
      object_name: shownPair(config).domain,
      type: null,
      subtype,
      event_data: { message, ...(error === undefined ? {} : { error }) }
    }))

  /** An entry of the object log. */
  const change = (action: ObjectChange["action"], before: StoredWhitelabel | null, after: StoredWhitelabel) =>
    Effect.asVoid(log.record({
      organization_id: after.organization_id,
      object_type: "WHITELABEL_BRANDING",
      object_id: after.whitelabel_branding_id,
      action,
      before: before === null ? null : logged(before),
      after: logged(after)
    }))

  return { record, change }
})
