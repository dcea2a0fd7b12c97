import { shownPair } from "./StoredWhitelabelHost.ts"
import { failureTypes, type WhitelabelBranding } from "./Whitelabel.ts"
import type { StoredWhitelabel } from "./WhitelabelState.ts"
import { domainBelowIcannSuffix } from "./WhitelabelZones.ts"

/** A configuration in responses. */
export const shownWhitelabel = (config: StoredWhitelabel): WhitelabelBranding => {
  const { hosts } = shownPair(config)
  const { expires_on, failure_code, grace_period_ends_at, period, renewal_mode, term_due_on } = config
  return {
    whitelabel_branding_id: config.whitelabel_branding_id,
    organization_id: config.organization_id,
    tier: config.tier,
    base_label: config.base_label,
    hostname: hosts.app,
    auth_hostname: hosts.auth,
    verification_domain: domainBelowIcannSuffix(hosts.app),
    onboarding_status: config.onboarding_status,
    failure_code,
    failure_type: failure_code === null ? null : failureTypes[failure_code],
    failure_detail: config.failure_detail,
    enabled: config.enabled,
    keycloak_client_id: config.client_id,
    auth_client_id: config.client_id,
    subscription: expires_on === null ? null : {
      period,
      renewal_mode,
      expires_on,
      renew_scheduled_at: renewal_mode === "renew" ? term_due_on : null,
      grace_period_ends_at
    },
    created_on: config.created_on,
    updated_on: config.updated_on
  }
}
